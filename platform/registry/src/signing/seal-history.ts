import { readFrontier, withLeaf } from '@tallystick/tile-log/tree';
import * as v from 'valibot';
import { beginning, sealEntry } from '../audit/append.ts';
import { openReplay, type Replay } from '../audit/replay.ts';
import { openSeal, type Recorded } from '../audit/seal.ts';
import { buildKeySchema } from '../contract/build-key.ts';
import { revisionSchema } from '../contract/channel.ts';
import { type OrRefusal, refusal } from '../contract/problem.ts';
import { readBuild } from '../publish/builds.ts';
import type { Writer } from '../store/writes.ts';
import { hashOfBuild, hashOfRevision } from './attestation-hashes.ts';
import { type EarlierEntry, readEarlierChain } from './earlier-chain.ts';
import { provenBuild } from './proven.ts';
import type { SigningKey } from './signing-key.ts';

/**
 * Puts the history of a version before into the log, entry by entry.
 *
 * @param trusted whether it is taken as the database has it
 */
export async function sealEarlier(
  trx: Writer,
  key: SigningKey,
  folder: string,
  trusted: boolean,
): Promise<OrRefusal<null>> {
  const earlier = await readEarlierChain(trx, key, folder, trusted);
  if (!earlier.ok) return earlier;
  const seal = openSeal(key);
  const replay = openReplay();
  let end = beginning;
  for (const entry of earlier.value) {
    const { sequence, recorded } = entry;
    const attestation = await attestationHashOf(trx, replay, entry);
    end = await sealEntry(trx, seal, end, recorded, { sequence, attestation });
    replay.follow({ ...recorded, sequence: end.size }, undefined, attestation);
  }
  return { ok: true, value: null };
}

/** The hash of what readers are told of an entry; null: nothing, or its build is deleted by now. */
async function attestationHashOf(
  trx: Writer,
  replay: Replay,
  { recorded: { action, detail } }: EarlierEntry,
): Promise<string | null> {
  if (action === 'publish') return await hashOfPublished(trx, replay, detail);
  if (action !== 'change') return null;
  const { revision } = v.parse(v.object({ revision: revisionSchema }), detail);
  return (await hashOfRevision(trx, replay, revision)) ?? null;
}

const publishedSchema = v.object({ ...buildKeySchema.entries, record: v.string() });

async function hashOfPublished(
  trx: Writer,
  replay: Replay,
  detail: Recorded['detail'],
): Promise<string | null> {
  const { app, build, record: digest } = v.parse(publishedSchema, detail);
  const record = await readBuild(trx, app, build);
  if (record === null) return null;
  const published = new Map([[`${app}@${build}`, { record: digest, attestation: null, entry: 0 }]]);
  try {
    return hashOfBuild(provenBuild({ ...replay, builds: published }, record));
  } catch {
    // Deleted and published anew since, as another: the later entry is the one of it.
    return null;
  }
}

/**
 * Signs each checkpoint of the log with another key, or once more with the same: then what is not by it goes.
 *
 * @param isSame whether it was signed by this very key
 */
export async function sealAnew(
  trx: Writer,
  key: SigningKey,
  isSame: boolean,
): Promise<OrRefusal<null>> {
  const [before, seal] = [openSeal(isSame ? key : null), openSeal(key)];
  const rows = await trx
    .selectFrom('log_entry')
    .select(['number', 'leaf', 'frontier', 'checkpoint'])
    .orderBy('number')
    .execute();
  for (const row of rows) {
    const { number, leaf } = row;
    const isOwn = before.openEntry(row) !== null;
    const frontier = readFrontier(row.frontier, number - 1);
    if (!isOwn && isSame) {
      await trx.deleteFrom('log_entry').where('number', '=', number).execute();
    } else if (!isOwn || frontier === null) {
      return refusal('invalid', `entry ${number} is not what was sealed`);
    } else if (!isSame) {
      const checkpoint = seal.sign(number, withLeaf(frontier, number - 1, leaf));
      await trx.updateTable('log_entry').set({ checkpoint }).where('number', '=', number).execute();
    }
  }
  return { ok: true, value: null };
}
