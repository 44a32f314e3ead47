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
import { adoptKey } from './signing/adopt-key.ts';
import { openStatements } from './signing/read-statements.ts';
import { type KeyPlace, openSigningKey, type SigningKey } from './signing/signing-key.ts';
import { releaseStore } from './store/definition.ts';
import type { Database } from './store/schema.ts';
import { openWrites } from './store/writes.ts';
import { openTokens } from './tokens/tokens.ts';

/** What says where a registry keeps what it has. */
export type RegistryPlace = Pick<Environment, 'DATA_DIR'> &
  Partial<Pick<Environment, 'DATABASE_URL' | 'RELEASE_RESIGN'>> &
  FilesPlace &
  KeyPlace;

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
  environment: RegistryPlace,
  now: () => number = Date.now,
  watching: Watching = {},
): Promise<RegistryResult> {
  const files = openFiles(environment);
  if (!files.ok) return files;
  const opened = await openStore<Database>(releaseStore, environment);
  if (!opened.ok) return { ok: false, problem: opened.problem };
  const { store } = opened;
  const signing = await openSigningKey(environment);
  const { db } = store;
  const adopted = signing.ok
    ? await adoptKey({ db, write: openWrites(store), key: signing.key, environment })
    : signing;
  if (!signing.ok || !adopted.ok) {
    await store.close();
    return { ok: false, problem: adopted.ok ? '' : adopted.problem };
  }
  const { key } = signing;
  return { ok: true, registry: registryOver({ store, files: files.files, key, now, ...watching }) };
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
  key: SigningKey;
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
  key,
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
  const watched = { db, write, key, settings, flushReports: flush, now, log };
  const watch = health && openWatch({ ...watched, pace: watchPace });
  const outbox = openOutbox({ db, webhook, now, pace: watchPace });
  return {
    files: files.artifacts,
    publicKey: key.publicKey,
    ...openPublishing({ db, write, files, turns, key, now }),
    ...openBuilds(db),
    ...openStatements(db),
    ...openChannels({ store, write, key, flushReports: flush, now }),
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
    verify: () => verify(db, key.publicKey),
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
