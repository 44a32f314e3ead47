import { canonicalJson } from '@tallystick/contract/canonical-json';
import * as v from 'valibot';
import { buildRecordSchema } from '../build-record.ts';
import type { Verification } from '../contract/history.ts';
import { everyApp } from '../contract/scalars.ts';
import type { Hooks } from '../part/hooks.ts';
import { buildNames, keptRecord } from '../publish/builds.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Reader } from '../store/writes.ts';
import { grantOf } from '../tokens/tokens.ts';
import { differences } from './differences.ts';
import { digestOf } from './digest-of.ts';
import { viewsOf } from './log-view.ts';
import { entriesIn, unsealedRows } from './read-entries.ts';
import { emptyHash, openSeal } from './seal.ts';
import { openWalk, type Walk } from './walk.ts';

type Replay = Walk['replay'];

/** How many rows are read at a time: one page, and what is looked at of it, holds up nobody. */
const page = 100;
/** How many problems are reported. */
const maxProblems = 20;

/**
 * Reads the whole log and holds all that is kept against it: revisions, builds, tokens and locks. All is read as of
 * one moment, and changes need not wait until it is.
 *
 * @param hooks of parts that have something to say of it
 * @param key by which each entry must be sealed
 */
export function verify(
  db: Reader,
  hooks: readonly Hooks[],
  key: SigningKey,
): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const found = await verifyIn(trx, hooks, key);
      const problems = [...found.problems, ...(await unsealedRows(trx))];
      return { ...found, ok: problems.length === 0, problems: problems.slice(0, maxProblems) };
    });
}

/** The same within a transaction, but for rows that are none of the log: these say nothing to anybody. */
export async function verifyIn(
  trx: Reader,
  hooks: readonly Hooks[],
  key: SigningKey,
): Promise<Verification> {
  const walk = openWalk(openSeal(key), viewsOf(hooks), true);
  const { replay } = walk;
  await walkAll(trx, walk);
  const problems = [
    ...walk.problems(),
    ...(await strayRevisions(trx)),
    ...(await checkBuilds(trx, replay)),
    ...(await checkTokens(trx, replay)),
    ...(await checkLocks(trx, replay)),
  ];
  for (const hook of hooks) problems.push(...((await hook.check?.(trx, replay)) ?? []));
  return {
    ok: problems.length === 0,
    entries: walk.reached(),
    revisions: [...replay.changes.values()].reduce((sum, one) => sum + one, 0),
    head: walk.head()?.hash ?? emptyHash,
    problems,
    advice: [],
  };
}

async function walkAll(trx: Reader, walk: Walk): Promise<void> {
  const read = entriesIn(trx);
  for (let from = 1; ; ) {
    const rows = await read(from, page);
    walk.take(rows);
    const last = rows.at(-1);
    if (last === undefined) return;
    from = last.number + 1;
  }
}

async function strayRevisions(trx: Reader): Promise<string[]> {
  const rows = await trx
    .selectFrom('revision')
    .leftJoin('log_entry', 'log_entry.sequence', 'revision.sequence')
    .select(['channel', 'revision'])
    .where('log_entry.number', 'is', null)
    .orderBy('channel')
    .orderBy('revision')
    .limit(maxProblems)
    .execute();
  return rows.map(({ channel, revision }) => `revision ${revision} of ${channel} has no entry`);
}

async function checkBuilds(trx: Reader, { builds }: Replay): Promise<string[]> {
  const names = await buildNames(trx);
  const found = new Set(names.map(({ app, build }) => `${app}@${build}`));
  const problems: string[] = [];
  for (const { app, build } of names) {
    const key = `${app}@${build}`;
    const expected = builds.get(key)?.record;
    if (digestOfRecord(await keptRecord(trx, app, build)) === expected) continue;
    problems.push(
      `${key} ${expected === undefined ? 'was never published' : 'is not what was published'}`,
    );
  }
  const missing = [...builds.keys()].filter((key) => !found.has(key));
  return [...problems, ...missing.map((key) => `${key} was published and is missing`)];
}

function digestOfRecord(kept: unknown): string {
  const parsed = v.safeParse(buildRecordSchema, kept);
  return parsed.success ? digestOf(parsed.output) : '';
}

async function checkTokens(trx: Reader, replay: Replay): Promise<string[]> {
  const rows = await trx.selectFrom('token').selectAll().orderBy('id').execute();
  const granted = new Map(
    [...replay.tokens].map(([id, { grant, revokedAt }]) => [
      id,
      canonicalJson({ grant, revokedAt }),
    ]),
  );
  const found = new Map(
    rows.map((row) => {
      const revokedAt = row.revoked_at?.toISOString() ?? null;
      return [row.id, canonicalJson({ grant: grantOf(row), revokedAt })];
    }),
  );
  const words = ['was never made', 'is not what was granted', 'was made and is missing'];
  return differences(granted, found, 'token ', words);
}

async function checkLocks(trx: Reader, replay: Replay): Promise<string[]> {
  const rows = await trx.selectFrom('lock').selectAll().orderBy('channel').orderBy('app').execute();
  // A freeze is in the log alone.
  const ofApps = [...replay.locks].filter(([, { app }]) => app !== everyApp);
  const locked = new Map(ofApps.map(([key, lock]) => [key, canonicalJson(lock)]));
  const found = new Map(
    rows.map((row) => [
      `${row.channel}/${row.app}`,
      canonicalJson({ ...row, at: row.at.toISOString() }),
    ]),
  );
  const other = 'is not what the log says';
  return differences(locked, found, 'the lock of ', [other, other, 'is missing']);
}
