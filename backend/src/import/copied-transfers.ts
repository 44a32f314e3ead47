import { sql, type Transaction } from 'kysely';
import type { SearchableTransfer } from '../ledger/batch-changes.ts';
import { checksumOf, transferColumns } from '../ledger/checksum.ts';

/** The statement that reads the rows of `copyRows`. */
export const copyStatement = `copy transfer (${transferColumns.join()}) from stdin`;

/**
 * Has the database work out the checksum of each row that is copied, until `stopChecksums`; call that before the
 * commit, or the trigger stays.
 */
export async function makeChecksums<Tables>(trx: Transaction<Tables>): Promise<void> {
  const checksum = checksumOf(transferColumns, (column) => `new.${column}`);
  await sql
    .raw(`
    create function copied_checksum() returns trigger language plpgsql as $$
    begin
      new.checksum := ${checksum};
      return new;
    end $$;
    create trigger copied_checksum before insert on transfer
    for each row execute function copied_checksum()`)
    .execute(trx);
}

export async function stopChecksums<Tables>(trx: Transaction<Tables>): Promise<void> {
  await sql`drop trigger copied_checksum on transfer; drop function copied_checksum()`.execute(trx);
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const special = /[\\\n\r\t]/;
/** A text as a field of COPY. */
export const fieldOf = (text: string) =>
  special.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (found) => escapes[found] ?? found) : text;

/** Rows of `transfer` in the text format of COPY, in the order of `transferColumns`. */
export function copyRows(transfers: readonly SearchableTransfer[]): Buffer {
  let text = '';
  for (const transfer of transfers) {
    const { item, trxn, stat, form, sort, crts, cred, cred_kind, debt, vars, search } = transfer;
    const varsField = vars.length === 0 ? '[]' : fieldOf(JSON.stringify(vars));
    text += `${fieldOf(item)}\t${trxn === null ? '\\N' : fieldOf(trxn)}\t${stat}\t${form}\t${fieldOf(sort)}\t${crts}\t`;
    text += `${fieldOf(cred)}\t${cred_kind}\t${fieldOf(debt)}\t${varsField}\t${fieldOf(search)}\n`;
  }
  return Buffer.from(text);
}
