import { namedBuilds } from '@tallystick/contract/log-proof';
import type { EntryProof, ReleaseProof } from '@tallystick/contract/release-proof';
import type { Replay } from '../audit/replay.ts';
import { recordHash } from '../audit/seal.ts';
import type { Revision } from '../contract/channel.ts';
import type { Reader } from '../store/writes.ts';

/** Proves a revision by its own entry, which was sealed in the transaction that made it. */
export async function proveRevision(
  db: Reader,
  replay: Replay,
  revision: Revision,
): Promise<ReleaseProof | null> {
  const { channel, revision: number, builds, canaries, fallbacks = {} } = revision;
  const row = await sealedRows(db)
    .innerJoin('revision', 'revision.sequence', 'log_entry.sequence')
    .where('channel', '=', channel)
    .where('revision', '=', number)
    .executeTakeFirst();
  if (row === undefined) return null;
  const named = namedBuilds({ builds, canaries, fallbacks });
  return { ...proofOf(row), attestations: named.map((key) => hashBefore(replay, key, row.number)) };
}

/** The hash of a build's attestation as it was before an entry: it may have been deleted since, or be another one. */
function hashBefore({ attested }: Replay, key: string, entry: number): string | null {
  return attested.get(key)?.findLast((one) => one.entry < entry)?.attestation ?? null;
}

/** Proves a build by the entry that published it. */
export async function proveBuild(
  db: Reader,
  { builds }: Replay,
  app: string,
  build: string,
): Promise<(EntryProof & { attestation: string }) | null> {
  const { entry, attestation } = builds.get(`${app}@${build}`) ?? { attestation: null };
  if (entry === undefined || attestation === null) return null;
  const row = await sealedRows(db).where('number', '=', entry).executeTakeFirst();
  return row === undefined ? null : { ...proofOf(row), attestation };
}

function sealedRows(db: Reader) {
  return db
    .selectFrom('log_entry')
    .innerJoin('audit', 'audit.sequence', 'log_entry.sequence')
    .select(['number', 'salt', 'frontier', 'checkpoint', 'at', 'by', 'action', 'detail']);
}

type SealedRow = Awaited<ReturnType<ReturnType<typeof sealedRows>['executeTakeFirstOrThrow']>>;

function proofOf({ salt, frontier, checkpoint, at, by, action, detail }: SealedRow): EntryProof {
  return {
    record: recordHash({ at: at.toISOString(), by, action, detail }, salt),
    frontier: Buffer.from(frontier).toString('base64'),
    checkpoint,
  };
}
