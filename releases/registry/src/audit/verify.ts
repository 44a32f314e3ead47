import * as v from 'valibot';
import { buildRecordSchema } from '../build-record.ts';
import type { AuditEntry, Verification } from '../contract/history.ts';
import { checkStatements } from '../signing/check-statements.ts';
import type { Reader } from '../store/writes.ts';
import { fingerprintOf, grantOf, toToken } from '../tokens/tokens.ts';
import { readChain } from './audit.ts';
import { canonicalJson } from './canonical.ts';
import { digestOf, firstHash, flawOf } from './chain.ts';
import { type KeptRevision, openReplay, type Replay } from './replay.ts';

/** How many rows are read at a time. */
const page = 500;
/** How many problems are told. */
const mostProblems = 20;

/**
 * Reads the whole chain and holds all that is kept against it: revisions, builds, tokens and locks,
 * as of one moment. Whoever can write the database can also forge a whole chain: its head, kept
 * elsewhere, tells.
 *
 * @param publicKey by which each build and each revision must be signed; absent: that is not looked at
 */
export async function verify(db: Reader, publicKey?: string): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const replay = openReplay();
      const { last, problems } = await followChain(trx, replay);
      problems.push(
        ...(await strayRevisions(trx, last?.sequence ?? 0)),
        ...(await checkBuilds(trx, replay)),
        ...(await checkTokens(trx, replay)),
        ...(await checkLocks(trx, replay)),
      );
      // A row that the chain denies is told of already; a whole chain that was forged is not.
      if (problems.length === 0 && publicKey !== undefined) {
        problems.push(...(await checkStatements(trx, publicKey)));
      }
      return {
        ok: problems.length === 0,
        entries: last?.sequence ?? 0,
        revisions: replay.revisions(),
        head: last?.hash ?? firstHash,
        problems: problems.slice(0, mostProblems),
      };
    });
}

async function followChain(
  db: Reader,
  replay: Replay,
): Promise<{ last: AuditEntry | null; problems: string[] }> {
  const problems: string[] = [];
  let last: AuditEntry | null = null;
  for (;;) {
    const links: AuditEntry[] = await readChain(db, last?.sequence ?? 0, page);
    const kept = await revisionsOf(db, last?.sequence ?? 0, links.at(-1)?.sequence ?? 0);
    for (const link of links) {
      const flaw = flawOf(link, last);
      if (flaw !== null) problems.push(flaw);
      problems.push(...replay.follow(link, kept.get(link.sequence)));
      last = link;
    }
    if (links.length < page) return { last, problems };
  }
}

async function revisionsOf(
  db: Reader,
  after: number,
  upTo: number,
): Promise<Map<number, KeptRevision>> {
  const rows = await db
    .selectFrom('revision')
    .selectAll()
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .execute();
  return new Map(rows.map((row) => [row.sequence, row]));
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
    .limit(mostProblems)
    .execute();
  return rows.map(({ channel, revision }) => `revision ${revision} of ${channel} has no link`);
}

async function checkBuilds(db: Reader, { builds }: Replay): Promise<string[]> {
  const problems: string[] = [];
  const found = new Set<string>();
  const names = await db.selectFrom('build').select(['app', 'build']).execute();
  for (const { app, build } of names) {
    const key = `${app}@${build}`;
    found.add(key);
    const { record } = await db
      .selectFrom('build')
      .select('record')
      .where('app', '=', app)
      .where('build', '=', build)
      .executeTakeFirstOrThrow();
    const parsed = v.safeParse(buildRecordSchema, record);
    const digest = parsed.success ? digestOf(parsed.output) : '';
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
    const token = toToken(row);
    const grant = { ...grantOf(token), fingerprint: fingerprintOf(row.hash) };
    const same = granted.grant === canonicalJson(grant) && granted.revokedAt === token.revokedAt;
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
    return locks.get(key) === lock ? [] : [`the lock of ${key} is not what the chain says`];
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
