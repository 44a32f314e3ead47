import { creditKinds, type PartyKind } from '@tallystick/shared/contracts/party';
import { LRUCache } from 'lru-cache';
import { partyKey } from '../ledger/batch-changes.ts';
import { transferRow } from '../ledger/transfer-row.ts';
import type { ExportedTransfer } from './naming.ts';

/** Parties that are remembered as written. */
const maxRemembered = 50_000;

/**
 * Writes transfers as ledger input: each after the parties that it needs, which come once (or again
 * after very many others; the import ignores repetitions). Variables of open transfers are left out; the import
 * then does not change them.
 */
export function createNdjsonWriter(): (transfer: ExportedTransfer) => string {
  const written = new LRUCache<string, true>({ max: maxRemembered });
  const partyLine = (kind: PartyKind, id: string, name: string | null) => {
    const key = partyKey(kind, id);
    if (name === null || written.has(key)) return '';
    written.set(key, true);
    return `${JSON.stringify({ record: 'party', kind, id, name })}\n`;
  };
  return (transfer) => {
    const credits = creditKinds.map((kind) => partyLine(kind, transfer.cred, transfer[kind]));
    const debit = partyLine('user', transfer.debt, transfer.debit);
    return `${credits.join('')}${debit}${transferLine(transfer)}`;
  };
}

function transferLine(transfer: ExportedTransfer): string {
  const vars = transfer.vars?.map(({ name, memo, data }) => ({ name, memo, data }));
  const record = { record: 'transfer', ...transferRow(transfer), ...(vars && { vars }) };
  return `${JSON.stringify(record)}\n`;
}
