import type { Environment } from '@tallystick/shared/environment';
import { openStore, type Store } from '@tallystick/store/store';
import { readAudit } from './audit/audit.ts';
import { verify } from './audit/verify.ts';
import { openChannels } from './channel/channels.ts';
import type { FileStores } from './files/file-store.ts';
import { type FilesPlace, openFiles } from './files/open-files.ts';
import { openCollecting } from './gc/collect.ts';
import { type HealthSettings, onlyCounting, type WebhookSettings } from './health/settings.ts';
import { openWatch } from './health/watch.ts';
import { openLocks } from './locks/locks.ts';
import { openOutbox } from './notice/outbox.ts';
import { openBuilds } from './publish/builds.ts';
import { openPublishing } from './publish/publish.ts';
import { openTurns } from './publish/turns.ts';
import type { Registry } from './registry.ts';
import { readBoard } from './reports/board.ts';
import { openReports } from './reports/reports.ts';
import { readSecret } from './secret/secret.ts';
import { releaseStore } from './store/definition.ts';
import type { Database } from './store/schema.ts';
import { openWrites } from './store/writes.ts';
import { openTokens } from './tokens/tokens.ts';

export type RegistryResult =
  | { ok: true; registry: Registry }
  /** One line for a person. */
  | { ok: false; problem: string };

/**
 * Opens the registry that the environment names, and brings its tables up to date.
 *
 * @param now milliseconds since 1970
 * @param watching absent: this process judges no builds and sends no notices
 */
export async function openRegistry(
  environment: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'> & FilesPlace,
  now: () => number = Date.now,
  watching: Watching = {},
): Promise<RegistryResult> {
  const files = openFiles(environment);
  if (!files.ok) return files;
  const opened = await openStore<Database>(releaseStore, environment);
  if (!opened.ok) return { ok: false, problem: opened.problem };
  const parts = { store: opened.store, files: files.files, now, ...watching };
  return { ok: true, registry: registryOver(parts) };
}

/** What a process does by itself about builds that fail. */
export interface Watching {
  /** The rule; absent: what browsers say is counted, and nothing is done. */
  health?: HealthSettings;
  /** Where notices are sent. */
  webhook?: WebhookSettings;
  /** One line for the log. */
  log?: (line: string) => void;
}

export interface RegistryParts extends Watching {
  /** Closed with the registry. */
  store: Store<Database>;
  files: FileStores;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Between two flushes of what tabs report, in milliseconds. */
  pace?: number;
  /** Between two looks at the health of builds, and at notices to send, in milliseconds. */
  watchPace?: number;
}

/** The registry over what keeps it. */
export function registryOver({
  store,
  files,
  now = Date.now,
  pace = 1_000,
  watchPace = 2_000,
  health,
  webhook,
  log = () => {},
}: RegistryParts): Registry {
  const { db } = store;
  const write = openWrites(store);
  const turns = openTurns(store);
  const settings = health ?? onlyCounting;
  const { report, flush, close } = openReports({ db, now, pace, health: settings });
  const watched = { db, write, settings, flushReports: flush, now, log };
  const watch = health && openWatch({ ...watched, pace: watchPace });
  const outbox = openOutbox({ db, webhook, now, pace: watchPace });
  return {
    files: files.artifacts,
    ...openPublishing({ db, write, files, turns, now }),
    ...openBuilds(db),
    ...openChannels({ store, write, flushReports: flush, now }),
    ...openLocks(db, write, now),
    ...openTokens({ db, write, now }),
    report,
    board: async (channel) => {
      await flush();
      return readBoard(db, channel, now(), settings);
    },
    judgeBuilds: async () => await watch?.look(),
    secret: (name) => readSecret(db, name),
    audit: (page) => readAudit(db, page),
    verify: () => verify(db),
    ...openCollecting({ db, write, files, turns, flushReports: flush, now }),
    onChange: store.onNotify,
    close: async () => {
      await watch?.close();
      await outbox.close();
      await close();
      await store.close();
    },
  };
}
