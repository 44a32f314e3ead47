import { createHash, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '@tallystick/contract/canonical-json';
import { type Checkpoint, checkpointText, parseCheckpoint } from '@tallystick/tile-log/checkpoint';
import { openNote, signNote, textOfNote } from '@tallystick/tile-log/note';
import { type Frontier, leafHash, readFrontier, rootOf, withLeaf } from '@tallystick/tile-log/tree';
import type { AuditEntry } from '../contract/history.ts';
import type { SigningKey } from '../signing/signing-key.ts';

/** What an entry records, without its place in the log. */
export type Recorded = Pick<AuditEntry, 'at' | 'by' | 'action' | 'detail'>;

/** The end of a log: its number of entries, its root in hexadecimal digits, and the signed checkpoint of both. */
export interface Head extends Pick<AuditEntry, 'sequence' | 'hash'> {
  note: string;
}

/** What seals one entry: its place in the tree, and the checkpoint of the log that ends with it. */
export interface Sealed {
  /** Its number, from 1. */
  number: number;
  leaf: Uint8Array;
  /** The frontier of the tree before this entry, as bytes. */
  frontier: Uint8Array;
  /** The signed checkpoint. */
  checkpoint: string;
}

/** The end of the log: all that one needs to add an entry. */
export interface LogEnd {
  /** How many entries it has; the number of the last one. */
  size: number;
  frontier: Frontier;
}

export type Seal = ReturnType<typeof openSeal>;

/**
 * Makes and opens the checkpoints of the audit log.
 *
 * @param key null: any signature is taken, to read a log before it is re-signed with this registry's key
 */
export function openSeal(key: SigningKey | null) {
  const signer = key && { name: originOf(key), publicKey: key.publicKey };
  const readNote = (note: string): Checkpoint | null => {
    const text =
      key === null || signer === null ? textOfNote(note) : openNote(note, signer, key.verify);
    const checkpoint = text === null ? null : parseCheckpoint(text);
    return signer === null || checkpoint?.origin === signer.name ? checkpoint : null;
  };
  return {
    /** The tree before this entry, and the tree that ends with it; null: the registry has not sealed it. */
    openEntry: ({ number, leaf, frontier: bytes, checkpoint }: Sealed) => {
      const before = readFrontier(bytes, number - 1);
      const signed = readNote(checkpoint);
      if (before === null || signed?.size !== number) return null;
      const frontier = withLeaf(before, number - 1, leaf);
      if (!timingSafeEqual(rootOf(frontier), signed.root)) return null;
      return { before, frontier };
    },
    /** The signed checkpoint of a tree. */
    sign: (size: number, frontier: Frontier): string => {
      if (key === null || signer === null) throw new Error('There is no key to sign with.');
      const text = checkpointText({ origin: signer.name, size, root: rootOf(frontier) });
      return signNote(text, signer, key.sign);
    },
  };
}

/** The origin in checkpoints: each key has a log of its own. */
const originOf = ({ id }: SigningKey) => `${id}.releases.tallystick`;

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The root of a tree, in hexadecimal digits. */
export const hashOf = (frontier: Frontier) => hexOf(rootOf(frontier));

/** The root of a log without entries. */
export const emptyHash = hashOf([]);

/**
 * The leaf of an entry. It covers two hashes and no personal data: that of what was recorded, and that of the
 * attestation, if there is one.
 *
 * @param attestation its SHA-256 in hexadecimal digits, or null
 */
export function leafOf(
  recorded: Recorded,
  salt: Uint8Array,
  attestation: string | null,
): Uint8Array {
  const record = recordHash(recorded, salt);
  return leafHash(
    Buffer.from(canonicalJson({ record, ...(attestation !== null && { attestation }) })),
  );
}

/** SHA-256, in hexadecimal digits, of what was recorded; with a salt, because short texts could be guessed from it. */
export function recordHash({ at, by, action, detail }: Recorded, salt: Uint8Array): string {
  return createHash('sha256')
    .update(salt)
    .update(canonicalJson({ at, by, action, detail }))
    .digest('hex');
}

/** The head that a checkpoint states, whoever has signed it; null: the text is not a checkpoint. */
export function headOf(note: string): Head | null {
  const checkpoint = parseCheckpoint(textOfNote(note) ?? '');
  return checkpoint && { sequence: checkpoint.size, hash: hexOf(checkpoint.root), note };
}
