import type { SiteRules } from '@tallystick/contract/site-rules';
import { every } from '@tallystick/store/repeat';
import type { Store } from '@tallystick/store/store';
import { processTime } from '@tallystick/timing/monotonic-clock';
import { openAlarm } from './audit/alarm.ts';
import { examine } from './audit/examine.ts';
import type { KeptCheckpoint } from './audit/kept-checkpoint.ts';
import { openAuditLog } from './audit/log.ts';
import { viewsOf } from './audit/log-view.ts';
import { readAudit } from './audit/read-entries.ts';
import { openRecordedWrites } from './audit/recorded-writes.ts';
import { openVerification } from './audit/verification.ts';
import { openAppending } from './channel/append.ts';
import { boardOf, sourcesOf } from './channel/board.ts';
import { openChannels } from './channel/channels.ts';
import { withHoldUp } from './channel/hold-up.ts';
import { withinOwnChannels } from './channel/own-channels.ts';
import type { Context } from './context.ts';
import type { Board } from './contract/board.ts';
import { readFigures } from './figures/figures.ts';
import type { FileStores } from './files/file-store.ts';
import { openCollecting } from './gc/collect.ts';
import { openLocks } from './locks/locks.ts';
import { putNotice } from './notice/notices.ts';
import { openOutbox } from './notice/outbox.ts';
import type { WebhookSettings } from './notice/send.ts';
import { openParts } from './part/open-parts.ts';
import type { Part } from './part/part.ts';
import { openBuilds } from './publish/builds.ts';
import { openDraftQuota } from './publish/draft-quota.ts';
import { openPublishing } from './publish/publish.ts';
import { openTurns } from './publish/turns.ts';
import type { Registry } from './registry.ts';
import { openReports } from './reports/reports.ts';
import { openSettings } from './settings/settings.ts';
import { openShortLived } from './short-lived/short-lived.ts';
import { openAttesting } from './signing/attest.ts';
import type { SigningKey } from './signing/signing-key.ts';
import type { Database } from './store/schema.ts';
import { openTokens } from './tokens/tokens.ts';
import { openWrongTokens } from './tokens/wrong-tokens.ts';

/** The parts that stand beside the core, and whom a process tells what. */
export interface Watching {
  /** Absent: the core is alone. */
  parts?: readonly Part[];
  /** Where notices are sent. */
  webhook?: WebhookSettings;
  /** Rules of the site that its releases are for; absent: not known here, so they are not checked. */
  site?: SiteRules;
  /** One line for the log. */
  log?: (line: string) => void;
}

export interface RegistryOptions extends Watching {
  /** Closed with the registry. */
  store: Store<Database>;
  files: FileStores;
  key: SigningKey;
  /** The checkpoint of the audit log beside the key; absent: none is kept. */
  checkpoint?: KeptCheckpoint;
  /** The time of the store; absent: this process's. */
  now?: () => number;
  /** The machine's clock; absent: this machine's. */
  wall?: () => number;
  /** Between two flushes of what tabs report, in milliseconds. */
  pace?: number;
  /** Between two looks at the health of builds, and at notices to send, in milliseconds. */
  watchPace?: number;
  /** Between two looks for drafts and previews that nobody needs, in milliseconds. */
  sweepPace?: number;
  /** Between two deletions of what has expired, in milliseconds. */
  expiryPace?: number;
}

/** What a board contains in place of parts that are left out. */
const ofNoPart = {
  ...{ tabs: 0, builds: [], minNetworks: 0, recalls: [], left: [] },
  ...{ breaches: [], errors: {}, thrown: [], ramps: {} },
};

/** The registry over what keeps it. */
export function registryOver({
  store,
  files,
  key,
  checkpoint,
  now = processTime,
  wall = Date.now,
  pace = 1_000,
  watchPace = 2_000,
  sweepPace = 300_000,
  expiryPace = 10_000,
  webhook,
  log = () => {},
  site,
  parts = [],
}: RegistryOptions): Registry {
  const { db } = store;
  const audit = openAuditLog(store, key, viewsOf(parts), checkpoint);
  const write = openRecordedWrites(store, audit, now, parts);
  const turns = openTurns(store);
  const reports = openReports({ db, audit, now, hooks: parts }, pace);
  const flushReports = reports.flush;
  const appSettings = openSettings({ audit, write });
  const quota = openDraftQuota(files.drafts, appSettings.all, now);
  const shared = { db, write, files, turns, quota, key, audit, webhook, log, now, wall };
  const { shortLived, sweep: sweepShortLived } = openShortLived(store, shared);
  const beside = openParts(parts, {
    ...{ db, write, audit, files, shortLived, flushReports, now, wall, log, watchPace },
    appendRevision: openAppending({ write, hooks: parts }),
    changesOf: (name) => withinOwnChannels(name, { ...channelOf(name), ...locksOf(name) }),
    channel: (name) => registry.channel(name),
    secret: key.derive,
    notify: (trx, about, notice) => putNotice(trx, parts, about, notice),
  });
  for (const one of beside.listeners) reports.listen(one);
  const context: Context = { ...shared, hooks: parts, flushReports, site: site ?? null };
  const { gc, sweepPreviews } = openCollecting(context);
  const upkeep = every(sweepPace, async () => {
    await quota.sweep();
    await sweepPreviews();
  });
  const alarm = openAlarm(context);
  const outbox =
    webhook &&
    openOutbox(context, watchPace, async () => [{ ...webhook, table: 'notice', owner: '' }]);
  const { wrongTokens, sweep: sweepWrongTokens } = openWrongTokens(context);
  const expiry = every(expiryPace, () =>
    Promise.allSettled([sweepShortLived(), sweepWrongTokens()]),
  );
  const examineNow = () => examine(store, files, parts, key);
  const channelOf = openChannels(context);
  const locksOf = openLocks(context);
  async function readBoard(channel: string): Promise<Board> {
    // The board can be read even if nothing can be written, as on a full disk.
    await flushReports().catch(() => {});
    const replay = await audit.follow();
    const own = await boardOf(db, replay, { channel, at: now(), hooks: parts });
    const added = await beside.board({ channel, replay, ...own });
    const board = { ...own, ...ofNoPart, alerts: audit.problems(), ...added };
    return { ...board, sources: sourcesOf(replay, board) };
  }
  const registry: Registry = {
    files: files.artifacts,
    ...openPublishing(context),
    ...openBuilds(context),
    channels: async () => [...(await audit.follow()).channels.keys()].sort(),
    channel: (name) => ({
      ...channelOf(name),
      ...withinOwnChannels(name, {
        ...channelOf(name),
        ...withHoldUp(name, channelOf(name), beside.holdUp),
        ...locksOf(name),
      }),
      board: () => readBoard(name),
    }),
    settings: appSettings,
    access: { ...openTokens(context, beside.bearers, beside.glassBroken), wrongTokens },
    reports,
    attestations: openAttesting(context),
    parts: beside.brought,
    secret: (name) => key.derive(`site ${name}`),
    figures: async () => ({
      ...(await readFigures(store, audit, webhook)),
      shouts: (await beside.shouts()).length,
    }),
    shortLived,
    audit: {
      entries: (page) => readAudit(db, page, now()),
      check: alarm.again,
      verify: examineNow,
      ...openVerification(context, examineNow),
    },
    gc,
    onChange: store.onNotify,
    close: async () => {
      // At once: while one is waited for, no other begins anything new.
      const timers = [alarm, upkeep, outbox, expiry, beside];
      await Promise.all(timers.map((timer) => timer?.close()));
      await reports.close();
      await store.close();
      await checkpoint?.close();
    },
  };
  beside.joined(registry);
  return registry;
}
