import { isoDate } from '@tallystick/shared/format/utc-date';
import { statusOf } from '@tallystick/shared/transfers/status';
import type { ExportedTransfer } from './naming.ts';

/**
 * Places where a spreadsheet may see the beginning of a formula: in full-width forms too, and after
 * spaces and invisible format characters. Besides the beginning of a field these are the
 * places after a semicolon, tab or line end, where some programs start a new field.
 */
const formula = /(?<=^|[;\t\r\n])(?=[\s\p{Cf}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;
/** The same places in JSON, where the sign can be written as an escape. */
const formulaInJson = /(;[\s\p{Cf}]*)([=+\-@＝＋－＠])/gu;

/**
 * The text of a transfer in each column, in the columns' order. `created` is ISO 8601 in UTC.
 * `data` has the variables as JSON, and is empty unless the transfer is closed.
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
