import { sql } from 'kysely';
import type { NewEntry } from '../audit/append.ts';
import { provenRevision, type Replay } from '../audit/replay.ts';
import { revisionRows } from '../channel/read-channel.ts';
import { buildsBefore } from '../channel/stack.ts';
import type { Context } from '../context.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import type { Collection } from '../contract/history.ts';
import { type OrRefusal, refusal } from '../contract/problem.ts';
import { theRegistry } from '../contract/tokens.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Hooks } from '../part/hooks.ts';
import { summaries, toSummary } from '../publish/builds.ts';
import { unlessManager } from '../refusals.ts';
import type { Registry } from '../registry.ts';
import type { Reader } from '../store/writes.ts';
import { deleteOf } from './delete-of.ts';
import { reasonsToKeep, windowLife, windowRevisions } from './reasons-to-keep.ts';

/** How long files that belong to no artifact or draft are kept, in milliseconds. */
const leftoverLife = 86_400_000;

/**
 * Deletes builds that nobody can need. The record is deleted before the files, so that no record names missing files.
 * Files that a killed process leaves are deleted the next time.
 */
export function openCollecting(
  context: Context,
): Pick<Registry, 'gc'> & { sweepPreviews(): Promise<void> } {
  const { db, write, files, turns, quota, audit, hooks, flushReports, now } = context;

  /** Deletes what there is no reason to keep; call it within `turns.deleting`. */
  async function collect(actor: NewEntry['actor'], only: Only): Promise<OrRefusal<Judged>> {
    // Urgent, since it must be possible on a full disk.
    const collected = await write(async ({ trx, replay, append }): Promise<OrRefusal<Judged>> => {
      const judged = await judge(trx, replay, hooks, now(), only);
      if (judged.deleted.length === 0) return { ok: true, value: judged };
      const deleted = judged.deleted.map(({ app, build }) => ({ app, build }));
      await deleteOf(trx, 'build', deleted);
      for (const hook of hooks) await hook.deleted?.(trx, deleted);
      await append(actor, 'gc', { deleted, freed: judged.freed });
      return { ok: true, value: judged };
    }, 'urgent');
    if (!collected.ok) return collected;
    for (const { app, build } of collected.value.deleted) await files.artifacts.remove(app, build);
    return collected;
  }

  return {
    gc: async (actor, { dryRun }) => {
      const mayNot = unlessManager(actor, 'delete builds');
      if (mayNot) return mayNot;
      // A failure only loses the reports of the last seconds, and the last run of a build counts for a day.
      await flushReports().catch(() => {});
      if (dryRun) {
        const judged = await judge(db, await audit.follow(), hooks, now(), 'all');
        const drafts = await quota.sweep({ dryRun });
        return { ok: true, value: { ...judged, dryRun, drafts } };
      }
      const result = await turns.deleting(async (): Promise<OrRefusal<Collection>> => {
        const collected = await collect(actor, 'all');
        if (!collected.ok) return collected;
        const kept = await db.selectFrom('build').select(['app', 'build']).execute();
        const known = new Set(kept.map(({ app, build }) => `${app}@${build}`));
        await sweep(files.artifacts, known, now());
        await files.drafts.tidy(now() - leftoverLife);
        const drafts = await quota.sweep();
        return { ok: true, value: { ...collected.value, dryRun, drafts } };
      });
      return result ?? refusal('unavailable', 'somebody is publishing or backing up');
    },
    sweepPreviews: async () => {
      const { deleted } = await judge(db, await audit.follow(), hooks, now(), 'previews');
      if (deleted.length === 0) return;
      // While somebody publishes there is no turn, and they stay until the next time.
      await turns.deleting(() => collect(theRegistry, 'previews'));
    },
  };
}

/** Which builds are deleted and which are kept. */
type Judged = Omit<Collection, 'drafts' | 'dryRun'>;
/** Which builds may be deleted: every one, or those that were published for previews alone. */
type Only = 'all' | 'previews';

async function judge(
  db: Reader,
  replay: Replay,
  hooks: readonly Hooks[],
  now: number,
  only: Only,
): Promise<Judged> {
  const all = await summaries(db).orderBy('app').orderBy('published_at').execute();
  const isMeant = ({ app, build }: BuildKey) =>
    only === 'all' || replay.builds.get(`${app}@${build}`)?.previewOnly === true;
  const rows = all.filter(isMeant);
  const channels: Revision[][] = [];
  for (const { newest } of replay.channels.values()) {
    channels.push(await readWindow(db, replay, newest, now));
  }
  const needed = hooks.flatMap((hook) => hook.needs?.(replay, now) ?? []);
  const targets = [...replay.channels.values()].flatMap(({ newest, apps, condemned }) =>
    Object.keys(newest.builds).flatMap((app) => {
      const [before] = buildsBefore(apps.get(app)?.stack, app, newest, condemned);
      return before === undefined ? [] : [{ app, build: before }];
    }),
  );
  const reasons = reasonsToKeep(rows, { channels, needed, targets }, now);
  const deleted = rows.filter(({ app, build }) => !reasons.has(`${app}@${build}`)).map(toSummary);
  const kept = rows.flatMap(({ app, build }) => {
    const why = reasons.get(`${app}@${build}`);
    return why === undefined ? [] : [{ app, build, why }];
  });
  return { deleted, kept, freed: deleted.reduce((sum, { size }) => sum + size, 0) };
}

/** The revisions that can be gone back to, newest first. */
async function readWindow(
  db: Reader,
  replay: Replay,
  { channel, revision: newest }: Revision,
  now: number,
): Promise<Revision[]> {
  const oldest = new Date(now - windowLife).toISOString();
  const rows = await revisionRows(db, replay, channel)
    // In brackets, since it is appended to an "and" unchanged.
    .where(
      sql<boolean>`(body ->> 'at' > ${oldest} or revision > ${newest - windowRevisions}::integer)`,
    )
    .orderBy('revision', 'desc')
    .execute();
  return rows.map(({ body }) => provenRevision(replay, body));
}

/** Deletes old files that belong to no artifact, as a killed process leaves them. */
async function sweep(store: FileStore, known: ReadonlySet<string>, now: number): Promise<void> {
  await store.tidy(now - leftoverLife);
  for (const { app, build, changedAt } of await store.all()) {
    const isOld = now - changedAt >= leftoverLife;
    if (isOld && !known.has(`${app}@${build}`)) await store.remove(app, build);
  }
}
