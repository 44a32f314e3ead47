import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { isConsistent } from './consistency.ts';
import { type NoteSigner, openNote, textOfNote } from './note.ts';
import { hashSize } from './tree.ts';
import { isSignedBy } from './verifier-key.ts';

/** The request by which a log asks a witness (C2SP tlog-witness): `POST add-checkpoint`. */
export function addCheckpointBody(
  old: number,
  proof: readonly Uint8Array[],
  checkpoint: string,
): string {
  const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`);
  return `old ${old}\n${lines.join('')}\n${checkpoint}`;
}

/** What a witness has signed last of its log. */
export type Witnessed = Pick<Checkpoint, 'size' | 'root'>;

/** What a witness answers. `witnessed`: to be kept before the answer is sent, which is the cosignature of `text`. */
export type WitnessAnswer =
  | { status: 200; text: string; witnessed: Witnessed }
  | { status: 400 | 403 | 404 | 422; why: string }
  | { status: 409; size: number };

/**
 * Judges what a log asks its witness to sign. Whatever key signs it, it is one log: a key that was changed, or stolen,
 * must go on where the one before it ended.
 *
 * @param keys by which the log signs; each name is an origin
 * @param last null: nothing was signed yet, so any checkpoint is the first
 */
export function judgeCheckpoint(
  body: string,
  keys: readonly NoteSigner[],
  last: Witnessed | null,
): WitnessAnswer {
  const [, asked = '', lines = '', note = ''] =
    /^old (0|[1-9]\d{0,14})\n((?:\S+\n){0,63})\n(.+)$/s.exec(body) ?? [];
  const claimed = parseCheckpoint(textOfNote(note) ?? '');
  if (claimed === null) return { status: 400, why: 'It is no checkpoint.' };
  const own = keys.filter(({ name }) => name === claimed.origin);
  if (own.length === 0) return { status: 404, why: `Unknown log: ${claimed.origin}` };
  const text = own
    .map((key) => openNote(note, key, isSignedBy(key.publicKey)))
    .find((one) => one !== null);
  if (text === undefined || text === null) return { status: 403, why: 'It is not signed.' };
  const [old, { size, root }] = [Number(asked), claimed];
  if (old > size) return { status: 400, why: 'The old size is larger than the new one.' };
  const known = last ?? { size: 0, root: new Uint8Array() };
  if (old !== known.size) return { status: 409, size: known.size };
  if (old === size && last !== null && Buffer.compare(root, known.root) !== 0) {
    return { status: 409, size };
  }
  const proof = lines.split('\n').slice(0, -1).map(readHash);
  if (!proof.every((hash) => hash.length === hashSize) || !isConsistent(known, claimed, proof)) {
    return { status: 422, why: 'It does not continue what was signed before.' };
  }
  return { status: 200, text, witnessed: { size, root } };
}

const readHash = (line: string) => Buffer.from(line, 'base64');
