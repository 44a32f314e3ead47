import type { Verification } from '../contract/history.ts';
import { buildRecords } from '../publish/builds.ts';
import { checkAttestations } from '../signing/check-attestations.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Reader } from '../store/writes.ts';
import { grantOf } from '../tokens/tokens.ts';
import { fingerprintOf } from '../webhooks/webhooks.ts';
import { canonicalJson, digestOf, firstHash } from './chain.ts';
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
        const rows = await read(walk.reached() + 1, page);
        for (const row of rows) walk.take(row);
        more = rows.length === page;
      }
      const { replay } = walk;
      const problems = [
        ...walk.problems,
        ...(await strayRevisions(trx, walk.reached())),
        ...(await checkBuilds(trx, replay)),
        ...(await checkTokens(trx, replay)),
        ...(await checkLocks(trx, replay)),
        ...(await checkWebhooks(trx, replay)),
      ];
      // A row that differs from the chain is reported above; its attestation would only repeat that.
      if (problems.length === 0 && key !== undefined) {
        problems.push(...(await checkAttestations(trx, key.publicKey)));
      }
      return {
        ok: problems.length === 0,
        entries: walk.reached(),
        revisions: [...replay.changes.values()].reduce((sum, one) => sum + one, 0),
        head: walk.last()?.hash ?? firstHash,
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
  const found = new Map<string, string>();
  for await (const { app, build, record } of buildRecords(db)) {
    found.set(`${app}@${build}`, record === null ? '' : digestOf(record));
  }
  const expected = new Map([...builds].map(([key, { record }]) => [key, record]));
  const words = [
    'was never published',
    'is not what was published',
    'was published and is missing',
  ];
  return differences(expected, found, '', words);
}

async function checkTokens(db: Reader, { tokens }: Replay): Promise<string[]> {
  const rows = await db.selectFrom('token').selectAll().orderBy('id').execute();
  const granted = new Map(
    [...tokens].map(([id, { grant, revokedAt }]) => [id, canonicalJson({ grant, revokedAt })]),
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

async function checkLocks(db: Reader, { locks }: Replay): Promise<string[]> {
  const rows = await db.selectFrom('lock').selectAll().orderBy('channel').orderBy('app').execute();
  const locked = new Map([...locks].map(([key, lock]) => [key, canonicalJson(lock)]));
  const found = new Map(
    rows.map((row) => [
      `${row.channel}/${row.app}`,
      canonicalJson({ ...row, at: row.at.toISOString() }),
    ]),
  );
  const other = 'is not what the chain says';
  return differences(locked, found, 'the lock of ', [other, other, 'is missing']);
}

async function checkWebhooks(db: Reader, { webhooks }: Replay): Promise<string[]> {
  const rows = await db.selectFrom('app_webhook').selectAll().orderBy('app').execute();
  const set = new Map([...webhooks].map(([app, { fingerprint }]) => [app, fingerprint]));
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
