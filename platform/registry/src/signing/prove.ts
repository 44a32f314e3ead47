import { namedBuilds } from '@tallystick/contract/log-proof';
import type { EntryProof, ReleaseProof } from '@tallystick/contract/release-proof';
import * as v from 'valibot';
import type { Replay } from '../audit/replay.ts';
import { recordHash } from '../audit/seal.ts';
import { buildKeySchema } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import type { Reader } from '../store/writes.ts';
import { hashOfRevision } from './attestation-hashes.ts';

/** Proves a revision by its own entry, which was sealed in the transaction that made it. */
export async function proveRevision(
  db: Reader,
  replay: Replay,
  revision: Revision,
): Promise<ReleaseProof | null> {
  const { channel, revision: number } = revision;
  const row = await sealedRows(db)
    .innerJoin('revision', 'revision.sequence', 'log_entry.sequence')
    .where('channel', '=', channel)
    .where('revision', '=', number)
    .executeTakeFirst();
  if (row === undefined) return null;
  const proof = proofOf(row);
  if (row.attestation === (await hashOfRevision(db, replay, revision))) return proof;
  return { ...proof, attestations: await attestationsBefore(db, revision, row.number) };
}

/** What the entry of a revision covers in the first logs: the hash of each build's attestation as it was then. */
async function attestationsBefore(
  db: Reader,
  { builds, canaries, fallbacks = {} }: Revision,
  entry: number,
): Promise<Record<string, string | null>> {
  const rows = await sealedRows(db)
    .where('action', '=', 'publish')
    .where('number', '<', entry)
    .orderBy('number')
    .execute();
  const published = rows.map(({ detail, attestation }) => {
    const { app, build } = v.parse(buildKeySchema, detail);
    return [`${app}@${build}`, attestation] as const;
  });
  // Published again for all, it counts as of then.
  const hashes = new Map<string, string | null>(published);
  const named = namedBuilds({ builds, canaries, fallbacks });
  return Object.fromEntries(named.map((key) => [key, hashes.get(key) ?? null]));
}

/** Proves a build by the entry that published it. */
export async function proveBuild(
  db: Reader,
  { builds }: Replay,
  app: string,
  build: string,
): Promise<EntryProof | null> {
  const entry = builds.get(`${app}@${build}`)?.entry;
  if (entry === undefined) return null;
  const row = await sealedRows(db).where('number', '=', entry).executeTakeFirst();
  return row?.attestation ? proofOf(row) : null;
}

function sealedRows(db: Reader) {
  return db
    .selectFrom('log_entry')
    .innerJoin('audit', 'audit.sequence', 'log_entry.sequence')
    .select(['number', 'salt', 'attestation', 'frontier', 'checkpoint'])
    .select(['at', 'by', 'action', 'detail']);
}

type SealedRow = Awaited<ReturnType<ReturnType<typeof sealedRows>['executeTakeFirstOrThrow']>>;

function proofOf({ salt, frontier, checkpoint, at, by, action, detail }: SealedRow): EntryProof {
  return {
    record: recordHash({ at: at.toISOString(), by, action, detail }, salt),
    frontier: Buffer.from(frontier).toString('base64'),
    checkpoint,
  };
}
