import { transferRow } from '../ledger/transfer-row.ts';
import type { ExportedPart, ExportedTransfer } from './naming.ts';

/**
 * Transfers as ledger input, after the parties that they need: the import ignores those that come again. Variables of
 * open transfers are left out; the import then does not change them.
 */
export const ndjsonLines = ({ parties, transfers }: ExportedPart): string => {
  const records = parties.map((party) => `${JSON.stringify({ record: 'party', ...party })}\n`);
  return `${records.join('')}${transfers.map(transferLine).join('')}`;
};

function transferLine(transfer: ExportedTransfer): string {
  const vars = transfer.vars?.map(({ name, memo, data }) => ({ name, memo, data }));
  const record = { record: 'transfer', ...transferRow(transfer), ...(vars && { vars }) };
  return `${JSON.stringify(record)}\n`;
}
