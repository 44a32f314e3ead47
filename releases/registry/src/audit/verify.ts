import type { Verification } from '../contract/history.ts';
import { buildRecords } from '../publish/builds.ts';
import { checkAttestations } from '../signing/check-attestations.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Reader } from '../store/writes.ts';
import { grantOf } from '../tokens/tokens.ts';
import { canonicalJson } from './canonical.ts';
import { digestOf, firstHash } from './chain.ts';
import { linksIn } from './read-links.ts';
import type { Replay } from './replay.ts';
import { openLinkMac, openWalk } from './walk.ts';

/** How many rows are read at a time. */
const page = 500;
/** How many problems are reported. */
const maxProblems = 20;

/**
 * Reads the whole chain and holds all that is kept against it: revisions, builds, tokens and locks,
 * as of one moment.
 *
 * @param key by which each link, each build and each revision must be written; absent: that is not
 * looked at, as before something is taken over
 */
export async function verify(db: Reader, key?: SigningKey): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const walk = openWalk(key === undefined ? null : openLinkMac(key));
      const read = linksIn(trx);
      for (let more = true; more; ) {
        const rows = await read((walk.last()?.sequence ?? 0) + 1, page);
        for (const row of rows) walk.take(row);
        more = rows.length === page;
      }
      const { replay } = walk;
      const last = walk.last();
      const problems = [
        ...walk.problems,
        ...(await strayRevisions(trx, last?.sequence ?? 0)),
        ...(await checkBuilds(trx, replay)),
        ...(await checkTokens(trx, replay)),
        ...(await checkLocks(trx, replay)),
      ];
      // A row that the chain denies is reported already.
      if (problems.length === 0 && key !== undefined) {
        problems.push(...(await checkAttestations(trx, key.publicKey)));
      }
      return {
        ok: problems.length === 0,
        entries: last?.sequence ?? 0,
        revisions: replay.revisions(),
        head: last?.hash ?? firstHash,
        problems: problems.slice(0, maxProblems),
        advice: [],
      };
    });
}

async function strayRevisions(db: Reader, head: number): Promise<string[]> {
  const rows = await db
    .selectFrom('revision')
    .leftJoin('audit', 'audit.sequence', 'revision.sequence')
    .select(['channel', 'revision'])
    .where((stray) =>
      stray.or([stray('audit.sequence', 'is', null), stray('revision.sequence', '>', head)]),
    )
    .orderBy('channel')
    .orderBy('revision')
    .limit(maxProblems)
    .execute();
  return rows.map(({ channel, revision }) => `revision ${revision} of ${channel} has no link`);
}

async function checkBuilds(db: Reader, { builds }: Replay): Promise<string[]> {
  const problems: string[] = [];
  const found = new Set<string>();
  for await (const { app, build, record } of buildRecords(db)) {
    const key = `${app}@${build}`;
    found.add(key);
    const digest = record === null ? '' : digestOf(record);
    if (!builds.has(key)) problems.push(`${key} was never published`);
    else if (builds.get(key) !== digest) problems.push(`${key} is not what was published`);
  }
  return [...problems, ...missing(builds.keys(), found, 'was published and is missing')];
}

async function checkTokens(db: Reader, { tokens }: Replay): Promise<string[]> {
  const rows = await db.selectFrom('token').selectAll().orderBy('id').execute();
  const problems = rows.flatMap((row) => {
    const granted = tokens.get(row.id);
    if (granted === undefined) return [`token ${row.id} was never made`];
    const same =
      canonicalJson(granted.grant) === canonicalJson(grantOf(row)) &&
      granted.revokedAt === (row.revoked_at?.toISOString() ?? null);
    return same ? [] : [`token ${row.id} is not what was granted`];
  });
  const found = new Set(rows.map(({ id }) => id));
  return [...problems, ...missing(tokens.keys(), found, 'was made and is missing', 'token ')];
}

async function checkLocks(db: Reader, { locks }: Replay): Promise<string[]> {
  const rows = await db.selectFrom('lock').selectAll().orderBy('channel').orderBy('app').execute();
  const problems = rows.flatMap((row) => {
    const key = `${row.channel}/${row.app}`;
    const lock = canonicalJson({ ...row, at: row.at.toISOString() });
    return canonicalJson(locks.get(key)) === lock
      ? []
      : [`the lock of ${key} is not what the chain says`];
  });
  const found = new Set(rows.map(({ channel, app }) => `${channel}/${app}`));
  return [...problems, ...missing(locks.keys(), found, 'is missing', 'the lock of ')];
}

function missing(
  expected: Iterable<string>,
  found: ReadonlySet<string>,
  what: string,
  prefix = '',
): string[] {
  return [...expected].filter((key) => !found.has(key)).map((key) => `${prefix}${key} ${what}`);
}
