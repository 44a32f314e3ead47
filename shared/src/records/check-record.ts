import { decode, signedBy } from '@tallystick/contract/open-signed';
import {
  entryText,
  type RecordEntry,
  type RecordProof,
  type Sealed,
  variablesText,
} from '../contracts/record-proof.ts';
import type { DataVariable } from '../contracts/transfer.ts';

/** What a page shows of a transfer; its variables are null if it does not show them. */
export interface ShownTransfer {
  readonly sealed: Sealed;
  readonly vars: readonly DataVariable[] | null;
}

/**
 * How what is shown stands to the log of records.
 *
 * - `checked`: it is what the log has of it
 * - `pending`: the log is not signed so far, or the page does not show yet what the ledger has
 * - `changed`: it is not what the log has of it, or the log is not what was signed
 * - `unrecorded`: the log has no place for it
 * - `removed`: the log has it, and the ledger has not
 */
export type RecordCheck =
  | ({ readonly is: 'checked' } & Pick<RecordEntry, 'recorded' | 'changes'>)
  | { readonly is: 'pending' | 'changed' | 'unrecorded' | 'removed' };

/**
 * Checks what a page shows against the log of records.
 *
 * @throws DOMException if the browser knows no Ed25519, or the page no secure context
 */
export async function checkRecord(
  { sealed, vars }: ShownTransfer,
  proof: RecordProof,
): Promise<RecordCheck> {
  const { transfer, entry, checkpoint } = proof;
  if (transfer === null) return { is: 'removed' };
  if (checkpoint === '') return { is: 'pending' };
  if (entry === null) return { is: 'unrecorded' };
  const root = await signedRoot(proof);
  const isProven = async (of: Sealed, data: string) =>
    root !== null &&
    root.hash === (await rootOf(await leafOf(of, { ...entry, data }), root.size, proof));
  const data =
    vars === null || entry.secret === null ? entry.data : await dataOf(vars, entry.secret);
  if (await isProven(sealed, data)) {
    return { is: 'checked', recorded: entry.recorded, changes: entry.changes };
  }
  // What the ledger has now may be newer than what the page shows.
  return { is: (await isProven(transfer, entry.data)) ? 'pending' : 'changed' };
}

/** The root that the signer of the log has signed, and of how many entries; null: it has not signed. */
async function signedRoot({ key, checkpoint }: RecordProof) {
  const [name = '', , ...rest] = key.split('+');
  // The first byte says what kind of key it is.
  const publicKey = base64Of(decode(rest.join('+')).slice(1));
  const end = checkpoint.indexOf('\n\n');
  const text = checkpoint.slice(0, end + 1);
  const [origin, size, hash] = text.split('\n');
  const isSigned = signedBy([publicKey]);
  for (const line of checkpoint.slice(end + 2).split('\n')) {
    if (origin !== name || !line.startsWith(`— ${name} `)) continue;
    // The first four bytes only say whose it is.
    const signature = decode(line.slice(name.length + 3)).slice(4);
    if (await isSigned(text, signature)) return { size: Number(size), hash };
  }
  return null;
}

async function dataOf(vars: readonly DataVariable[], secret: string): Promise<string> {
  return hexOf(await sha256(bytesOf(secret), textBytes(variablesText(vars))));
}

const leafOf = (of: Sealed, entry: RecordEntry) =>
  sha256(Uint8Array.of(0), textBytes(entryText(of, entry)));

/** The root to which the path leads from a leaf, in base64; null: the path is none of such a tree. */
async function rootOf(leaf: Uint8Array, size: number, { entry, path }: RecordProof) {
  const beside = path.map(decode);
  async function root(start: number, end: number): Promise<Uint8Array | null> {
    if (end - start === 1) return beside.length === 0 ? leaf : null;
    let split = 1;
    while (split * 2 < end - start) split *= 2;
    const other = beside.pop();
    if (other === undefined) return null;
    const isLeft = (entry?.number ?? 0) < start + split;
    const own = isLeft ? await root(start, start + split) : await root(start + split, end);
    if (own === null) return null;
    return isLeft ? sha256(Uint8Array.of(1), own, other) : sha256(Uint8Array.of(1), other, own);
  }
  const found = entry === null || entry.number >= size ? null : await root(0, size);
  return found && base64Of(found);
}

async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = new Uint8Array(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

const textBytes = (text: string) => new TextEncoder().encode(text);
const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
