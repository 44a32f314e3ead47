import { isoDate } from '@tallystick/shared/format/utc-date';
import { statusOf } from '@tallystick/shared/transfers/status';
import type { ExportedTransfer } from './naming.ts';

/**
 * Places where a spreadsheet may take a formula to begin, also in its full-width forms and after spaces
 * and format characters that are not seen: at the beginning of a field, and after a semicolon, tab or end
 * of line, where another takes the next field to begin.
 */
const formula = /(?<=^|[;\t\r\n])(?=[\s\p{Cf}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;
/** The same in JSON, where the sign can be written otherwise. */
const formulaInJson = /(;[\s\p{Cf}]*)([=+\-@＝＋－＠])/gu;

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
  const { item, trxn, stat, form, sort, crts, cred, cred_kind, credit, debt, debit, vars } =
    transfer;
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
    credit,
    debt,
    debit,
    vars ? jsonOf(vars) : '',
  ]);
}

function jsonOf(vars: NonNullable<ExportedTransfer['vars']>): string {
  const text = JSON.stringify(vars.map(({ name, memo, data }) => ({ name, memo, data })));
  return text.replace(formulaInJson, (_, before: string, sign: string) => {
    return `${before}\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function line(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

/** An apostrophe in front makes a spreadsheet show text as text, and never run it. */
function field(text: string): string {
  const defused = text.replace(formula, "'");
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
