import type { TransferRow } from '@tallystick/shared/contracts/transfer';
import { type Fields, isFields, type Parsed, refused } from './collection.ts';
import { type Condition, parseConditions } from './query.ts';

/** The most branches of one `$or`: each is compared with each event. */
export const maxBranches = 20;
const prefix = 'fullDocument.';

/** Which events are to be heard of, by the transfer that they tell. */
export type Wants = (transfer: TransferRow) => boolean;

/**
 * Reads conditions on events: `fullDocument.` before a field that a query knows, and `$or` with a list of such
 * conditions. All must hold, of `$or` one. Null: there are none.
 */
export function parseWatchFilter(filter: Fields): Parsed<Wants | null> {
  const { $or: branches, ...fields } = filter;
  const all = parseBranch(fields);
  if (!all.ok) return all;
  if (branches === undefined) {
    return { ok: true, value: all.value.length > 0 ? holdsAll(all.value) : null };
  }
  if (!Array.isArray(branches) || branches.length === 0 || branches.length > maxBranches) {
    return refused(`$or must be a list of 1 to ${maxBranches} conditions.`);
  }
  const any: Wants[] = [];
  for (const branch of branches) {
    const parsed = parseBranch(branch);
    if (!parsed.ok) return parsed;
    any.push(holdsAll(parsed.value));
  }
  const whole = holdsAll(all.value);
  return {
    ok: true,
    value: (transfer) => whole(transfer) && any.some((wants) => wants(transfer)),
  };
}

function parseBranch(branch: unknown): Parsed<Condition[]> {
  if (!isFields(branch)) return refused('Each condition of $or must be an object.');
  const other = Object.keys(branch).find((name) => !name.startsWith(prefix));
  if (other !== undefined) {
    return refused(`A filter by '${other}' is not supported; use ${prefix}stat, for example.`);
  }
  const fields = Object.entries(branch).map(([name, value]) => [name.slice(prefix.length), value]);
  return parseConditions(Object.fromEntries(fields));
}

const holdsAll =
  (conditions: readonly Condition[]): Wants =>
  (transfer) =>
    conditions.every(
      ({ column, value }) => (column === 'form' ? transfer.feat.form : transfer[column]) === value,
    );
