import { sign } from 'node:crypto';
import { keyPairOf } from '@tallystick/contract/key-pair';
import { type Checkpoint, checkpointText, parseCheckpoint } from '@tallystick/tile-log/checkpoint';
import { type NoteSigner, openNote, signNote } from '@tallystick/tile-log/note';
import { isSignedBy } from '@tallystick/tile-log/verifier-key';
import type { ServiceKey } from '../keys/service-key.ts';

/** Signs how far the log of records is. */
export interface RecordKey {
  signer: NoteSigner;
  /** The signed checkpoint of a tree. */
  sign(tree: Omit<Checkpoint, 'origin'>): string;
  /** The checkpoint that a note of this key states; null: the note is not of this key. */
  open(note: string): Checkpoint | null;
}

/** The key of the log of records, derived from the ledger's secret, which its servers and commands share. */
export function recordKeyOf(serviceKey: ServiceKey): RecordKey {
  const { key, publicKey } = keyPairOf(serviceKey('records'));
  const raw = Buffer.from(publicKey, 'base64url');
  const name = `${raw.toString('hex').slice(0, 12)}.records.tallystick`;
  const signer = { name, publicKey: raw.toString('base64') };
  const signText = (text: string) => sign(null, Buffer.from(text), key).toString('base64');
  return {
    signer,
    sign: (tree) => signNote(checkpointText({ origin: name, ...tree }), signer, signText),
    open: (note) => openCheckpoint(note, signer),
  };
}

/** The checkpoint that a note of this signer states, of its own log; null: the note is not of this signer. */
export function openCheckpoint(note: string, signer: NoteSigner): Checkpoint | null {
  const text = openNote(note, signer, isSignedBy(signer.publicKey));
  const checkpoint = text === null ? null : parseCheckpoint(text);
  return checkpoint?.origin === signer.name ? checkpoint : null;
}
