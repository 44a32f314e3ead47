import * as v from 'valibot';
import { buildRecordSchema } from '../build-record.ts';
import type { Verification } from '../contract/history.ts';
import { buildNames, keptRecord } from '../publish/builds.ts';
import { checkAttestations } from '../signing/check-attestations.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Reader } from '../store/writes.ts';
import { grantOf } from '../tokens/tokens.ts';
import { fingerprintOf } from '../webhooks/webhooks.ts';
import { canonicalJson, digestOf, firstHash } from './chain.ts';
import { linksIn } from './read-links.ts';
import { type LinkMac, openLinkMac, openWalk, type Walk } from './walk.ts';

/** How many rows are read at a time: one page, and what is looked at of it, holds up nobody. */
const page = 100;
/** How many problems are reported. */
const maxProblems = 20;

/** The whole chain, as far as it was walked. */
interface Chain {
  walk: Walk;
  /** Walks on up to a link, and not beyond it. */
  walkTo(sequence: number): Promise<void>;
}

/**
 * Reads the whole chain and holds all that is kept against it: revisions, builds, tokens and locks. Each table is
 * held against the chain as it was when the table was read, so that changes need not wait until all is read.
 *
 * @param key by which each link, each build and each revision must be written; absent: that is not
 * looked at, as before something is taken over
 */
export async function verify(db: Reader, key?: SigningKey): Promise<Verification> {
  const chain = openChain(db, key === undefined ? null : openLinkMac(key));
  const { walk } = chain;
  const { replay } = walk;
  const stray = await strayRevisions(db, chain);
  const kept = [
    ...(await checkBuilds(db, chain)),
    ...(await checkTokens(db, chain)),
    ...(await checkLocks(db, chain)),
    ...(await checkWebhooks(db, chain)),
  ];
  const problems = [...walk.problems, ...stray, ...kept];
  // A row that differs from the chain is reported above; its attestation would only repeat that.
  if (problems.length === 0 && key !== undefined) {
    problems.push(...(await checkAttestations(db, key.publicKey)));
  }
  return {
    ok: problems.length === 0,
    entries: walk.reached(),
    revisions: [...replay.changes.values()].reduce((sum, one) => sum + one, 0),
    head: walk.last()?.hash ?? firstHash,
    problems: problems.slice(0, maxProblems),
    advice: [],
  };
}

function openChain(db: Reader, mac: LinkMac | null): Chain {
  const walk = openWalk(mac);
  const read = linksIn(db);
  return {
    walk,
    walkTo: async (sequence) => {
      while (walk.reached() < sequence) {
        const rows = await read(walk.reached() + 1, page);
        const next = rows.filter(({ link }) => link.sequence <= sequence);
        if (next.length === 0) return;
        for (const row of next) walk.take(row);
      }
    },
  };
}

/**
 * Reads something and follows the chain up to where it was at that moment. Of few statements, since with PGlite
 * all others wait for them.
 */
async function atOneMoment<T>(
  db: Reader,
  { walkTo }: Chain,
  read: (trx: Reader) => Promise<T>,
): Promise<T> {
  const { head, found } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const last = trx.selectFrom('audit').select('sequence').orderBy('sequence', 'desc').limit(1);
      return { head: (await last.executeTakeFirst())?.sequence ?? 0, found: await read(trx) };
    });
  await walkTo(head);
  return found;
}

async function strayRevisions(db: Reader, chain: Chain): Promise<string[]> {
  const rows = await atOneMoment(db, chain, (trx) =>
    trx
      .selectFrom('revision')
      .leftJoin('audit', 'audit.sequence', 'revision.sequence')
      .select(['channel', 'revision'])
      .where('audit.sequence', 'is', null)
      .orderBy('channel')
      .orderBy('revision')
      .limit(maxProblems)
      .execute(),
  );
  return rows.map(({ channel, revision }) => `revision ${revision} of ${channel} has no link`);
}

async function checkBuilds(db: Reader, chain: Chain): Promise<string[]> {
  const { builds } = chain.walk.replay;
  const names = await atOneMoment(db, chain, buildNames);
  const found = new Map(names.map((name) => [`${name.app}@${name.build}`, name]));
  const missing = [...builds.keys()].filter((key) => !found.has(key));
  const problems: string[] = [];
  for (const [key, { app, build }] of found) {
    const digest = digestOfRecord(await keptRecord(db, app, build));
    if (digest === builds.get(key)?.record) continue;
    // It may have been published or deleted meanwhile.
    const again = await atOneMoment(db, chain, (trx) => keptRecord(trx, app, build));
    const expected = builds.get(key)?.record;
    if (digestOfRecord(again) === expected) continue;
    const other =
      again === undefined ? 'was published and is missing' : 'is not what was published';
    problems.push(`${key} ${expected === undefined ? 'was never published' : other}`);
  }
  return [...problems, ...missing.map((key) => `${key} was published and is missing`)];
}

/** Undefined: there is no record. */
function digestOfRecord(kept: unknown): string | undefined {
  if (kept === undefined) return undefined;
  const parsed = v.safeParse(buildRecordSchema, kept);
  return parsed.success ? digestOf(parsed.output) : '';
}

async function checkTokens(db: Reader, chain: Chain): Promise<string[]> {
  const rows = await atOneMoment(db, chain, (trx) =>
    trx.selectFrom('token').selectAll().orderBy('id').execute(),
  );
  const granted = new Map(
    [...chain.walk.replay.tokens].map(([id, { grant, revokedAt }]) => [
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

async function checkLocks(db: Reader, chain: Chain): Promise<string[]> {
  const rows = await atOneMoment(db, chain, (trx) =>
    trx.selectFrom('lock').selectAll().orderBy('channel').orderBy('app').execute(),
  );
  const locked = new Map(
    [...chain.walk.replay.locks].map(([key, lock]) => [key, canonicalJson(lock)]),
  );
  const found = new Map(
    rows.map((row) => [
      `${row.channel}/${row.app}`,
      canonicalJson({ ...row, at: row.at.toISOString() }),
    ]),
  );
  const other = 'is not what the chain says';
  return differences(locked, found, 'the lock of ', [other, other, 'is missing']);
}

async function checkWebhooks(db: Reader, chain: Chain): Promise<string[]> {
  const rows = await atOneMoment(db, chain, (trx) =>
    trx.selectFrom('app_webhook').selectAll().orderBy('app').execute(),
  );
  const set = new Map(
    [...chain.walk.replay.webhooks].map(([app, { fingerprint }]) => [app, fingerprint]),
  );
  const found = new Map(rows.map((row) => [row.app, fingerprintOf(row, row.url)]));
  const words = ['was never set', 'is not what was set', 'is missing'];
  return differences(set, found, 'the webhook of ', words);
}

/**
 * What is kept (`found`) otherwise than the chain says, by key: first what is there, then what is not. The words
 * are of what the chain does not know, of what is another, and of what is missing.
 */
function differences(
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
  what: string,
  [extra, other, lost]: readonly string[],
): string[] {
  const wrong = [...found].filter(([key, value]) => expected.get(key) !== value);
  const missing = [...expected.keys()].filter((key) => !found.has(key));
  return [
    ...wrong.map(([key]) => `${what}${key} ${expected.has(key) ? other : extra}`),
    ...missing.map((key) => `${what}${key} ${lost}`),
  ];
}
