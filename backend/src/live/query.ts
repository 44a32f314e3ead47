import { type TransferForm, transferForms } from '@tallystick/shared/contracts/transfer';
import { type Fields, isFields, type Parsed, refused, unknownField } from './collection.ts';

/** Equality on a column of the transfer table. */
export type Condition =
  | { column: 'item' | 'trxn' | 'cred' | 'debt'; value: string }
  | { column: 'form'; value: TransferForm }
  | { column: 'stat'; value: number };

/** A checked call of find, findOne or count. */
export interface TransferQuery {
  /** All must hold. */
  conditions: Condition[];
  /** By `crts`, then by `item`. */
  order: 'asc' | 'desc';
  /** null: none was given. */
  limit: number | null;
}

/** The most transfers that one find gives. */
export const findLimit = 100;

const columns: Readonly<Record<string, Condition['column']>> = {
  _id: 'item',
  item: 'item',
  trxn: 'trxn',
  cred: 'cred',
  debt: 'debt',
  stat: 'stat',
  'feat.form': 'form',
};
const longestText = 500;

/**
 * Reads the supported part of the query language: equality on `_id`, `item`, `trxn`, `cred`,
 * `debt`, `stat` and `feat.form`; sort by `crts`; a whole `limit` from 1. Everything else is
 * refused with a sentence that says so, rather than answered with something else than was asked.
 */
export function parseQuery(fields: Fields): Parsed<TransferQuery> {
  const unknown = unknownField(fields, ['query', 'sort', 'limit']);
  if (unknown) return refused(`'${unknown}' is not supported; say query, sort and limit.`);
  const conditions = parseConditions(fields.query ?? {});
  if (!conditions.ok) return conditions;
  const order = parseSort(fields.sort ?? {});
  if (!order.ok) return order;
  const { limit = null } = fields;
  if (limit !== null && !(typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0)) {
    return refused('The limit must be a whole number from 1.');
  }
  return { ok: true, value: { conditions: conditions.value, order: order.value, limit } };
}

function parseConditions(query: unknown): Parsed<Condition[]> {
  if (!isFields(query)) return refused('The query must be an object.');
  const conditions: Condition[] = [];
  for (const [name, value] of Object.entries(query)) {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (!column) {
      return refused(
        `A query by '${name}' is not supported; use ${Object.keys(columns).join(', ')}.`,
      );
    }
    const condition = parseCondition(column, name, value);
    if (!condition.ok) return condition;
    conditions.push(condition.value);
  }
  return { ok: true, value: conditions };
}

function parseCondition(
  column: Condition['column'],
  name: string,
  value: unknown,
): Parsed<Condition> {
  if (column === 'stat') {
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 9;
    if (fits) return { ok: true, value: { column, value } };
    return refused(`'${name}' must equal a whole number from 0 to 9.`);
  }
  if (column === 'form') {
    const form = transferForms.find((known) => known === value);
    if (form) return { ok: true, value: { column, value: form } };
    return refused(`'${name}' must equal ${transferForms.join(' or ')}.`);
  }
  // PostgreSQL's text holds every character but the null character.
  if (typeof value === 'string' && value.length <= longestText && !value.includes('\0')) {
    return { ok: true, value: { column, value } };
  }
  return refused(`'${name}' must equal a text of at most ${longestText} characters.`);
}

function parseSort(sort: unknown): Parsed<'asc' | 'desc'> {
  if (!isFields(sort)) return refused('The sort must be an object.');
  const [entry, ...more] = Object.entries(sort);
  if (!entry) return { ok: true, value: 'desc' };
  const [name, direction] = entry;
  if (more.length > 0 || name !== 'crts' || (direction !== 1 && direction !== -1)) {
    return refused('The only sort is by crts: 1 or -1.');
  }
  return { ok: true, value: direction === 1 ? 'asc' : 'desc' };
}
