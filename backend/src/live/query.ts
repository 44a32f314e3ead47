import { statusSchema, transferForms } from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';
import { type Fields, isFields, type Parsed, refused, unknownField } from './collection.ts';

const maxTextLength = 500;

/** Equality on a column of the transfer table. */
const conditionSchema = v.variant('column', [
  v.object({
    column: v.picklist(['item', 'trxn', 'cred', 'debt']),
    // PostgreSQL's text holds every character but NUL.
    value: v.pipe(
      v.string(),
      v.maxLength(maxTextLength),
      v.check((text) => !text.includes('\0')),
    ),
  }),
  v.object({ column: v.literal('form'), value: v.picklist(transferForms) }),
  v.object({ column: v.literal('stat'), value: statusSchema }),
]);
export type Condition = v.InferOutput<typeof conditionSchema>;

/** A checked call of find, findOne or count. */
export interface TransferQuery {
  /** All must hold. */
  conditions: Condition[];
  /** The direction of both sort keys: `crts`, then `item`. */
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
/** What a column is compared with, where it is not a text. */
const valuesOf: Partial<Record<Condition['column'], string>> = {
  form: transferForms.join(' or '),
  stat: 'a whole number from 0 to 9',
};

/**
 * Reads the supported part of the query language: equality (also as `$eq`), sort by `crts`, and a
 * whole `limit` from 1. Equality is on `_id`, `item`, `trxn`, `cred`, `debt`, `stat` and
 * `feat.form`. Everything else is refused with a sentence that says so, rather than answered with
 * something else than was asked.
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

/** Reads equality on fields of a document. */
export function parseConditions(query: unknown): Parsed<Condition[]> {
  if (!isFields(query)) return refused('The query must be an object.');
  const conditions: Condition[] = [];
  for (const [name, value] of Object.entries(query)) {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (!column) {
      return refused(
        `A query by '${name}' is not supported; use ${Object.keys(columns).join(', ')}.`,
      );
    }
    const condition = v.safeParse(conditionSchema, { column, value: equalTo(value) });
    if (!condition.success) {
      const values = valuesOf[column] ?? `a text of at most ${maxTextLength} characters`;
      return refused(`'${name}' must equal ${values}.`);
    }
    conditions.push(condition.output);
  }
  return { ok: true, value: conditions };
}

/** `{$eq: 1}` says the same as `1`. */
const equalTo = (value: unknown): unknown =>
  isFields(value) && Object.keys(value).join() === '$eq' ? value.$eq : value;

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
