import type { Subjects } from '@tallystick/contract/subjects';
import type { Environment } from '@tallystick/settings/environment';
import { openStoreClock } from '@tallystick/store/clock';
import { every } from '@tallystick/store/repeat';
import { openStore, type Store } from '@tallystick/store/store';
import { processTime } from '@tallystick/timing/monotonic-clock';
import { openAlarm } from './audit/alarm.ts';
import { readAudit } from './audit/audit.ts';
import { viewsOf } from './audit/chain-view.ts';
import { damageProblem, examine } from './audit/examine.ts';
import { forgetHead, type HeadFile, openHeadFile } from './audit/head-file.ts';
import { openAuditLog } from './audit/log.ts';
import { openRecordedWrites } from './audit/recorded-writes.ts';
import { openVerification } from './audit/verification.ts';
import { openAppending } from './channel/append.ts';
import { boardOf } from './channel/board.ts';
import { openChannels } from './channel/channels.ts';
import type { Context } from './context.ts';
import type { Board } from './contract/board.ts';
import { readFigures } from './figures/figures.ts';
import type { FileStores } from './files/file-store.ts';
import { type FilesPlace, openFiles } from './files/open-files.ts';
import { openCollecting } from './gc/collect.ts';
import { openLocks } from './locks/locks.ts';
import { putNotice } from './notice/notices.ts';
import { openOutbox } from './notice/outbox.ts';
import type { WebhookSettings } from './notice/send.ts';
import type { Part } from './part/part.ts';
import { openBuilds } from './publish/builds.ts';
import { openDraftQuota } from './publish/draft-quota.ts';
import { openPublishing } from './publish/publish.ts';
import { openTurns } from './publish/turns.ts';
import type { Registry } from './registry.ts';
import { openReports } from './reports/reports.ts';
import { openSettings } from './settings/settings.ts';
import { openShortLived } from './short-lived/short-lived.ts';
import { adoptKey } from './signing/adopt-key.ts';
import { attestDeclarations, signAttestation } from './signing/attestations.ts';
import { readBuildStatement, readRevisionStatement } from './signing/sign-rows.ts';
import { type KeyPlace, openSigningKey, type SigningKey } from './signing/signing-key.ts';
import { definitionWith } from './store/definition.ts';
import type { Database } from './store/schema.ts';
import { openTokens } from './tokens/tokens.ts';
import { openWrongTokens } from './tokens/wrong-tokens.ts';

/** What says where a registry keeps what it has. */
export type RegistryPlace = Pick<Environment, 'DATA_DIR'> &
  Partial<Pick<Environment, 'DATABASE_URL' | 'RELEASE_RESIGN' | 'STORE_CLOCK'>> &
  FilesPlace &
  KeyPlace;

export type RegistryResult =
  | { ok: true; registry: Registry }
  /** One line for a person. */
  | { ok: false; problem: string };

/**
 * Opens the registry that the environment names, and brings its tables up to date.
 *
 * @param wall milliseconds since 1970, by the machine's clock
 * @param watching absent: this process judges no builds and sends no notices
 */
export async function openRegistry(
  environment: RegistryPlace,
  wall: () => number = () => Date.now(),
  watching: Watching = {},
): Promise<RegistryResult> {
  const files = openFiles(environment);
  if (!files.ok) return files;
  const { parts = [], log } = watching;
  const opened = await openStore<Database>(definitionWith(parts), environment);
  if (!opened.ok) return { ok: false, problem: opened.problem };
  const { store } = opened;
  const kept = await openKept(store, environment, parts, log).catch((error: unknown) =>
    damageProblem(error, store),
  );
  if (!kept.ok) {
    await store.close();
    return kept;
  }
  const clock = await openStoreClock(store.db, { wall }, environment.STORE_CLOCK === 'reset');
  if (clock.behind > noticeable) {
    const seconds = Math.round(clock.behind / 1_000);
    log?.(`The clock is ${seconds} s behind the time of the registry, which goes on by its own.`);
  }
  const close = async () => {
    await clock.close();
    await store.close();
  };
  const { key, headFile } = kept;
  const own = { store: { ...store, close }, files: files.files, key, headFile };
  return { ok: true, registry: registryOver({ ...own, now: clock.now, wall, ...watching }) };
}

/** What is kept outside of the database: the key, which has then signed all of it, and the head of the chain. */
async function openKept(
  store: Store<Database>,
  environment: RegistryPlace,
  parts: readonly Part[],
  log?: (line: string) => void,
): Promise<{ ok: true; key: SigningKey; headFile: HeadFile } | { ok: false; problem: string }> {
  const signing = await openSigningKey(environment);
  if (!signing.ok) return signing;
  const { key } = signing;
  const { DATA_DIR: folder, RELEASE_RESIGN } = environment;
  const resigns = RELEASE_RESIGN === 'on';
  const known = resigns ? null : await openHeadFile(folder);
  if (known === null && !resigns) return unreadable(folder);
  const adopted = await adoptKey(store, key, environment, known?.head ?? null, parts);
  if (!adopted.ok) return { ok: false, problem: adopted.problem };
  // Signing anew accepts the chain as it is now, so a longer one from before counts no more.
  if (resigns) await forgetHead(folder);
  const headFile = known ?? (await openHeadFile(folder));
  if (headFile === null) return unreadable(folder);
  if (adopted.value) {
    log?.(
      'Releases, history and tokens were taken over as the database has them: look through `release token list`.',
    );
  }
  return { ok: true, key, headFile };
}

function unreadable(folder: string): { ok: false; problem: string } {
  const problem = `The head of the audit chain in ${folder} cannot be read: start once with RELEASE_RESIGN=on if the releases are what you released.`;
  return { ok: false, problem };
}

/** Milliseconds by which the machine's clock may be behind without a word. */
const noticeable = 60_000;

/** The parts that stand beside the core, and whom a process tells what. */
export interface Watching {
  /** Absent: the core is alone. */
  parts?: readonly Part[];
  /** Where notices are sent. */
  webhook?: WebhookSettings;
  /** What routes may be about; absent: not known here, so anything is taken. */
  subjects?: Subjects;
  /** One line for the log. */
  log?: (line: string) => void;
}

export interface RegistryOptions extends Watching {
  /** Closed with the registry. */
  store: Store<Database>;
  files: FileStores;
  key: SigningKey;
  /** Where the head of the audit chain is kept; absent: nowhere. */
  headFile?: HeadFile;
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

/** What a board has of parts that are left out. */
const ofNoPart = { tabs: 0, builds: [], recalls: [], left: [], breaches: [], errors: {} };

/** The registry over what keeps it. */
export function registryOver({
  store,
  files,
  key,
  headFile,
  now = processTime,
  wall = Date.now,
  pace = 1_000,
  watchPace = 2_000,
  sweepPace = 300_000,
  expiryPace = 10_000,
  webhook,
  log = () => {},
  subjects,
  parts = [],
}: RegistryOptions): Registry {
  const { db } = store;
  const audit = openAuditLog(store, key, viewsOf(parts), headFile);
  const write = openRecordedWrites(store, audit, now, parts);
  const turns = openTurns(store);
  const reports = openReports({ db, audit, now, hooks: parts }, pace);
  const flushReports = reports.flush;
  const appSettings = openSettings({ audit, write });
  const quota = openDraftQuota(files.drafts, appSettings.all, now);
  const shared = { db, write, files, turns, quota, key, audit, webhook, log, now, wall };
  const { shortLived, sweep: sweepShortLived } = openShortLived(store, shared);
  const beside = parts.map((part) =>
    part.open({
      ...shared,
      flushReports,
      shortLived,
      appendRevision: openAppending({ write, key, hooks: parts }),
      secret: key.derive,
      notify: (trx, about, notice) => putNotice(trx, parts, about, notice),
      watchPace,
    }),
  );
  for (const { listeners = [] } of beside) for (const one of listeners) reports.listen(one);
  const context: Context = { ...shared, hooks: parts, flushReports, subjects: subjects ?? null };
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
  const bearers = beside.flatMap((part) => part.bearers ?? []);
  async function readBoard(channel: string): Promise<Board> {
    // What is there can be read also where nothing can be written, as on a full disk.
    await flushReports().catch(() => {});
    const replay = await audit.follow();
    const own = boardOf(replay, channel);
    const asked = { channel, replay, ...own };
    const added = await Promise.all(beside.map(async (part) => part.board?.(asked)));
    let board: Board = { ...own, ...ofNoPart, alerts: audit.problems() };
    for (const more of added) board = { ...board, ...more };
    return board;
  }
  const registry: Registry = {
    files: files.artifacts,
    ...openPublishing(context),
    ...openBuilds(context),
    channels: async () => [...(await audit.follow()).channels.keys()].sort(),
    channel: (name) => ({
      ...channelOf(name),
      ...locksOf(name),
      board: () => readBoard(name),
    }),
    settings: appSettings,
    access: { ...openTokens(context, bearers), wrongTokens },
    reports,
    attestations: {
      publicKey: key.publicKey,
      ofBuild: (app, build) => readBuildStatement(db, app, build),
      ofRevision: (channel, revision) => readRevisionStatement(db, channel, revision),
      ofDeclarations: (artifacts, form) =>
        signAttestation(key, attestDeclarations(artifacts, form)),
    },
    parts: {
      calls: Object.fromEntries(beside.flatMap(({ calls = {} }) => Object.entries(calls))),
      capabilities: beside.flatMap(({ capabilities = [] }) => capabilities),
      previewLinkOf: async (by) => {
        for (const { previewLinkOf } of beside) {
          const link = await previewLinkOf?.(by);
          if (link !== undefined && link !== null) return link;
        }
        return null;
      },
    },
    secret: (name) => key.derive(`site ${name}`),
    figures: () => readFigures(store, audit, webhook),
    shortLived,
    audit: {
      entries: (page) => readAudit(db, page),
      check: alarm.again,
      verify: examineNow,
      ...openVerification(context, examineNow),
    },
    gc,
    onChange: store.onNotify,
    close: async () => {
      // At once: while one is waited for, no other begins anything new.
      const timers = [alarm, upkeep, outbox, expiry];
      await Promise.all([...timers, ...beside].map((one) => one?.close?.()));
      await reports.close();
      await store.close();
      await headFile?.close();
    },
  };
  for (const part of beside) part.joined(registry);
  return registry;
}
