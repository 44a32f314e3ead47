import { isoDate } from '@tallystick/shared/format/utc-date';
import { statusOf } from '@tallystick/shared/transfers/status';
import { creditOf, type ExportedTransfer } from './exported-transfer.ts';

/** What a spreadsheet takes for the beginning of a formula, also in its full-width forms. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u;

const columns = [
  'item',
  'trxn',
  'status_code',
  'status',
  'form',
  'sort',
  'created',
  'credit_kind',
  'credit_id',
  'credit_name',
  'user_id',
  'user_name',
  'data',
];

/** The first line: the names of the columns. */
export const csvHead: string = line(columns);

/**
 * A transfer as a line of RFC 4180: `created` in UTC as ISO writes it, `data` the variables as JSON,
 * empty unless the transfer is closed.
 */
export function csvLine(transfer: ExportedTransfer): string {
  const { item, trxn, stat, form, sort, crts, cred, cred_kind, debt, debit, vars } = transfer;
  return line([
    item,
    trxn ?? '',
    String(stat),
    statusOf(stat).label,
    form,
    sort,
    isoDate(crts) ?? String(crts),
    cred_kind,
    cred,
    creditOf(transfer),
    debt,
    debit,
    vars ? JSON.stringify(vars.map(({ name, memo, data }) => ({ name, memo, data }))) : '',
  ]);
}

function line(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

/** An apostrophe in front makes a spreadsheet show text as text, and never run it. */
function field(text: string): string {
  const defused = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
