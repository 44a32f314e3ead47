import { hash, randomBytes } from 'node:crypto';
import {
  entryText,
  type RecordEntry,
  variablesText,
} from '@tallystick/shared/contracts/record-proof';
import { leafHash } from '@tallystick/tile-log/tree';
import type { StoredTransfer } from '../ledger/transfer-row.ts';

/** Bytes of the secret of an entry. */
const secretSize = 16;

/** Secrets for so many entries. They are drawn at once: that takes a fraction of what one by one would. */
export function newSecrets(count: number): (index: number) => Buffer {
  const bytes = randomBytes(secretSize * count);
  return (index) => bytes.subarray(secretSize * index, secretSize * (index + 1));
}

/** The hash of variables, in hexadecimal digits. Without the secret nobody can guess it. */
export const dataHash = (vars: StoredTransfer['vars'], secret: Uint8Array): string =>
  hash('sha256', Buffer.concat([secret, Buffer.from(variablesText(vars))]));

/** The hash of an entry, as the log has it. `data` is that of the variables. */
export function entryLeaf(
  { cred_kind: kind, ...transfer }: Omit<StoredTransfer, 'vars'>,
  facts: Pick<RecordEntry, 'at' | 'changes' | 'data' | 'recorded'>,
): Uint8Array {
  return leafHash(Buffer.from(entryText({ ...transfer, kind }, facts)));
}

/** The hash of an entry whose variables are at hand. */
export function sealedLeaf(
  transfer: StoredTransfer,
  facts: Pick<RecordEntry, 'at' | 'changes' | 'recorded'>,
  secret: Uint8Array,
): Uint8Array {
  return entryLeaf(transfer, { ...facts, data: dataHash(transfer.vars, secret) });
}
