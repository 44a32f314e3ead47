import type { ExportList } from '@tallystick/shared/contracts/export';
import type { ListFilters } from '@tallystick/shared/contracts/list-filters';
import type { TransferForm } from '@tallystick/shared/contracts/transfer';
import { dayOf, daysPerSpan, msPerDay } from '../ledger/scope.ts';

/** Which transfers are meant: those of a list, narrowed by filters; what is not said does not matter. */
export interface Selection {
  form?: TransferForm;
  stat?: readonly number[];
  /** Days since 1970, both inclusive. */
  from?: number;
  to?: number;
  /** Ids of the two parties. */
  credit?: string;
  debit?: string;
}

/** Whether a list is that of one party. */
export const isOfParty = (list: ExportList): boolean => list !== 'all' && list !== 'assets';

/** What a list has without filters. */
export function listed(list: ExportList, party: string): Selection {
  switch (list) {
    case 'all':
      return {};
    case 'assets':
      return { form: 'asset' };
    case 'creator':
      return { form: 'asset', credit: party };
    case 'consumer':
      return { form: 'data', credit: party };
    case 'user':
      return { debit: party };
  }
}

/** What a list selects under its filters; null if nothing can match. Lists that are of no party ignore `party`. */
export function selectionOf(
  list: ExportList,
  party: string,
  { form, stat, from, to, credit, debit }: ListFilters = {},
): Selection | null {
  const whole = listed(list, party);
  const differ = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other;
  if (differ(whole.form, form) || differ(whole.credit, credit) || differ(whole.debit, debit)) {
    return null;
  }
  return {
    ...whole,
    ...(form && { form }),
    ...(stat && { stat: [...new Set(stat)] }),
    ...(from !== undefined && { from: dayOf(Date.parse(from)) }),
    ...(to !== undefined && { to: dayOf(Date.parse(to)) }),
    ...(credit !== undefined && { credit }),
    ...(debit !== undefined && { debit }),
  };
}

/** Notes a value of a statement; gives the SQL that stands for it, such as `$3`. */
export type AddValue = (value: unknown) => string;

/** Values of a statement, in the order in which its text names them. */
export function statementValues(): { values: unknown[]; add: AddValue } {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** SQL for all of some conditions. */
export const all = (conditions: readonly (string | false)[]): string =>
  conditions.filter((condition) => condition !== false).join(' and ') || 'true';

/**
 * Whether it is what two parties have with each other. That has an index, and is counted only if it
 * is much.
 */
export const isOfPair = ({ credit, debit }: Selection): boolean =>
  credit !== undefined && debit !== undefined;

/** Whether its days are so few that they are counted one by one. */
export const isOfFewDays = ({ from, to }: Selection): boolean =>
  from !== undefined && to !== undefined && to - from < 2 * daysPerSpan;

/**
 * Whether an index has the transfers of a selection in the order of a list. Each must be a row of
 * it, or of a few indices side by side.
 */
export function hasIndex({ form, stat, credit, debit }: Selection): boolean {
  if (debit !== undefined) return form === undefined && stat === undefined;
  return stat === undefined || (credit === undefined && form === undefined);
}

/** The condition on transfers to be of a selection. */
export const rowsWhere = (
  { credit, debit, from, to, form, stat }: Selection,
  add: AddValue,
): string =>
  all([
    credit !== undefined && `cred = ${add(credit)}`,
    debit !== undefined && `debt = ${add(debit)}`,
    from !== undefined && `crts >= ${add(from * msPerDay)}::bigint`,
    to !== undefined && `crts < ${add((to + 1) * msPerDay)}::bigint`,
    form !== undefined && `form = ${add(form)}`,
    stat !== undefined && `stat = any(${add(stat)}::smallint[])`,
  ]);

export type Order = 'asc' | 'desc';
/** SQL that sorts by time, then by item. */
export const ordered = (order: Order, of = ''): string =>
  `order by ${of}crts ${order}, ${of}item ${order}`;
export const newestFirst = ordered('desc');

export interface RowsToRead {
  /** SQL of the columns, of the table `transfer`; at least `crts` and `item`. */
  columns: string;
  /** A condition more, which belongs to the index too. */
  within?: string;
  order: Order;
  /** SQL of how many at most. */
  limit: string;
}

/**
 * SQL for the first transfers of a selection in the order of a list. Where no index has them in that order, as
 * with several statuses, several are read side by side, as many rows of each.
 */
export function firstRows(
  selection: Selection,
  add: AddValue,
  { columns, within = 'true', order, limit }: RowsToRead,
): string {
  const { stat, ...others } = selection;
  const { form, credit, debit } = others;
  const ofAll = credit === undefined && debit === undefined;
  const byStatus = ofAll && stat !== undefined;
  const byForm = credit !== undefined && debit === undefined && form === undefined;
  const sides = byStatus
    ? `unnest(${add(stat)}::smallint[]) as side`
    : `unnest(array['asset', 'data'] collate "C") as side`;
  const rows = `
    select ${columns} from transfer
    where ${rowsWhere(byStatus ? others : selection, add)} and ${within}
      ${byStatus ? 'and stat = side' : byForm ? 'and form = side' : ''}
    ${ordered(order)} limit ${limit}`;
  if (!byStatus && !byForm) return rows;
  return `select row.* from ${sides} cross join lateral (${rows}) as row ${ordered(order)} limit ${limit}`;
}

/**
 * The same for selections whose statements have the same text. Short, because PostgreSQL's names
 * have 63 characters.
 */
export function shapeOf(selection: Selection): string {
  const { stat, form, ...others } = selection;
  const keys = Object.keys(others).map((key) => key.slice(0, 2));
  return [
    ...keys.sort(),
    ...(isOfFewDays(selection) ? ['few'] : []),
    ...(form ? [form] : []),
    ...(stat ? [`st${stat.length}`] : []),
  ].join(' ');
}

/**
 * A selection that is read part by part: `key` finds the rows in order, and `rest` is checked in
 * each. So a part takes as long whether `rest` is rare or not.
 */
export function inParts({ form, stat, ...key }: Selection): { key: Selection; rest: Selection } {
  const ofKey = form !== undefined && key.debit === undefined;
  return {
    key: { ...key, ...(ofKey && { form }) },
    rest: { ...(form !== undefined && !ofKey && { form }), ...(stat && { stat }) },
  };
}
