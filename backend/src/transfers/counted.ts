import { type TransferForm, transferForms } from '@tallystick/shared/contracts/transfer';
import { daysPerSpan, everything, msPerDay, pairScope } from '../ledger/scope.ts';
import { cellOf } from '../ledger/segments.ts';
import {
  type AddValue,
  all,
  isOfFewDays,
  isOfPair,
  rowsWhere,
  type Selection,
} from './selection.ts';

const statuses = Array.from({ length: 10 }, (_, stat) => stat);

const formsOf = (form: TransferForm | undefined): readonly TransferForm[] =>
  form === undefined ? transferForms : [form];

/** The scopes that count a selection together. */
export function scopesOf({ form, credit, debit }: Selection): string[] {
  if (credit !== undefined && debit !== undefined) return [pairScope(credit, debit)];
  if (debit !== undefined) return [`user/${debit}`];
  if (credit === undefined) return [everything];
  return formsOf(form).map((of) => `${of === 'asset' ? 'creator' : 'consumer'}/${credit}`);
}

/** The cells of a segment that count a selection's forms and statuses. */
export function cellsOf({ form, stat }: Selection): number[] {
  return formsOf(form).flatMap((of) => (stat ?? statuses).map((one) => cellOf(of, one)));
}

/** SQL of how many transfers of a selection's forms and statuses the segment `s` has. */
export function segmentCount(selection: Selection, add: AddValue): string {
  if (selection.stat === undefined) return formCount(selection.form);
  const cells = cellsOf(selection).map((cell) => `s.n[${add(cell)}::integer]`);
  return cells.join(' + ') || '0';
}

function formCount(form: TransferForm | undefined): string {
  if (form === undefined) return 's.total';
  return form === 'asset' ? 's.assets' : 's.total - s.assets';
}

/** Days since 1970 as SQL: from the first one, and before the other. */
interface Days {
  from?: string;
  before?: string;
}

const within = ({ from, before }: Days, column: string, unit = ''): string =>
  all([
    from !== undefined && `${column} >= (${from})${unit}`,
    before !== undefined && `${column} < (${before})${unit}`,
  ]);

/**
 * SQL of the daily counts (`scope`, `day`, `form`, `stat`, `n`) of a selection. With `where`, SQL
 * over `scope`, only those of its scopes for which that is true. Those of a pair are counted from
 * its transfers.
 */
export function dailyCounts(
  selection: Selection,
  add: AddValue,
  days: Days,
  where?: string,
): string {
  const { from, to, ...undated } = selection;
  const { form, stat } = undated;
  const scopes = scopesOf(selection);
  if (isOfPair(selection)) {
    const conditions = all([
      rowsWhere(undated, add),
      within(days, 'crts', `::bigint * ${msPerDay}`),
      where !== undefined && `(select ${where} from scope)`,
    ]);
    return `
      select '' as scope, (crts / ${msPerDay})::integer as day, form, stat, count(*)::integer as n
      from transfer where ${conditions} group by 2, 3, 4`;
  }
  const ofScopes = () => (scopes.length === 1 ? add(scopes[0]) : `any(${add(scopes)}::text[])`);
  const conditions = all([
    `t.scope = ${where === undefined ? ofScopes() : `any(array(select scope from scope where ${where}))`}`,
    't.n > 0',
    form !== undefined && `t.form = ${add(form)}`,
    stat !== undefined && `t.stat = any(${add(stat)}::smallint[])`,
    within(days, 't.day'),
  ]);
  return `
    select t.scope, t.day, t.form, t.stat, t.n::integer as n from tally t where ${conditions}`;
}

/** SQL of a count as the segment `s` and the daily count `t` have it. */
export interface CountColumn {
  /**
   * Called only where it is needed: PostgreSQL cannot tell the type of a value that the text does
   * not name.
   */
  ofSegment(): string;
  ofDay: string;
}

/** Whether all days of one scope are counted: it may have sums of 256 days. */
export const isOfAllDays = (selection: Selection): boolean =>
  selection.from === undefined &&
  selection.to === undefined &&
  scopesOf(selection).length === 1 &&
  !isOfPair(selection);

/**
 * The counts of a selection, as `with` clauses. `counts` has the column given as `n`, beside `day`
 * and `next`: the days from and before which it counts. Few days stand alone, and so do those at
 * the edges of many. Between the edges 16 days are together, or 256 if there are no edges. They are
 * read from the sums of a scope that has some, and otherwise come from its days.
 */
export function countsOf(
  selection: Selection,
  add: AddValue,
  { ofSegment, ofDay }: CountColumn,
): string {
  const counted = (day: string, days: number, of: Days, where?: string) => `
      select ${day} as day, ${day} + ${days} as next, ${ofDay} as n
      from (${dailyCounts(selection, add, of, where)}) as t`;
  const { from, to } = selection;
  if (isOfFewDays(selection)) {
    return `counts as (${counted('t.day', 1, { from: add(from), before: add(Number(to) + 1) })})`;
  }
  const [level, width] = isOfPair(selection)
    ? [3, daysPerSpan]
    : isOfAllDays(selection)
      ? [4, daysPerSpan ** 2]
      : [1, daysPerSpan];
  const between: Days = {};
  const edges: Days[] = [];
  if (from !== undefined) {
    between.from = add(Math.ceil(from / width) * width);
    edges.push({ from: add(from), before: between.from });
  }
  if (to !== undefined) {
    between.before = add(Math.floor((to + 1) / width) * width);
    edges.push({ from: between.before, before: add(to + 1) });
  }
  const sums = (scopes: string) => `
      select (s.crts / ${msPerDay})::integer as day, (s.crts / ${msPerDay})::integer + ${width} as next,
        ${ofSegment()} as n
      from segment s
      where s.scope = ${scopes} and s.level = ${level}
        and ${within(between, 's.crts', `::bigint * ${msPerDay}`)}
      ${edges.map((edge) => `union all ${counted('t.day', 1, edge)}`).join(' ')}`;
  const scopes = scopesOf(selection);
  if (scopes[0] === everything) return `counts as (${sums(`''`)})`;
  return `
    scope as materialized (
      select asked.scope, exists (
        select from segment s where s.scope = asked.scope and s.level = ${level}
      ) as summed
      from unnest(${add(scopes)}::text[]) as asked (scope)
    ), counts as (
      ${sums('any(array(select scope from scope where summed))')}
      union all ${counted(`t.day / ${width} * ${width}`, width, between, 'not summed')}
    )`;
}
