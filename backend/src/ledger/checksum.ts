/** Columns of a party that its checksum covers, in this order. */
export const partyColumns = ['kind', 'id', 'name'] as const;
/** Columns of a transfer that its checksum covers, in this order. */
export const transferColumns = [
  'item',
  'trxn',
  'stat',
  'form',
  'sort',
  'crts',
  'cred',
  'cred_kind',
  'debt',
  'vars',
  'search',
] as const;

/**
 * SQL for the checksum of a row: the first 8 bytes of SHA-256 over its columns as PostgreSQL writes a row.
 * Whatever records rows writes it: a row changed by other means no longer fits.
 *
 * @param column the SQL of a column by its name, such as `t.name`
 */
export function checksumOf(
  columns: readonly string[],
  column: (name: string) => string = (name) => name,
): string {
  return `substr(sha256(convert_to(row(${columns.map(column).join()})::text, 'UTF8')), 1, 8)`;
}
