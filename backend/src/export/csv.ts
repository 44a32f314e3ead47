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

/**
 * What a transfer has in each column, in their order: `created` in UTC as ISO writes it, `data` the variables as JSON,
 * empty unless the transfer is closed.
 */
const columns: Readonly<Record<string, (transfer: ExportedTransfer) => string>> = {
  item: ({ item }) => item,
  trxn: ({ trxn }) => trxn ?? '',
  status_code: ({ stat }) => String(stat),
  status: ({ stat }) => statusOf(stat).label,
  form: ({ form }) => form,
  sort: ({ sort }) => sort,
  created: ({ crts }) => isoDate(crts) ?? String(crts),
  credit_kind: ({ cred_kind }) => cred_kind,
  credit_id: ({ cred }) => cred,
  credit_name: ({ credit }) => credit,
  user_id: ({ debt }) => debt,
  user_name: ({ debit }) => debit,
  data: ({ vars }) => (vars ? jsonOf(vars) : ''),
};
const texts = Object.values(columns);

/** The first line: the names of the columns. */
export const csvHead: string = line(Object.keys(columns));

/** A transfer as a line of RFC 4180. */
export function csvLine(transfer: ExportedTransfer): string {
  return line(texts.map((textOf) => textOf(transfer)));
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
