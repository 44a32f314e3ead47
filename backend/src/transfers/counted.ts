import { type TransferForm, transferForms } from '@tallystick/shared/contracts/transfer';
import { daysPerSpan, msPerDay, pairScope } from '../ledger/scope.ts';
import { cellOf } from '../ledger/segments.ts';
import { type AddValue, all, isOfPair, rowsWhere, type Selection, without } from './selection.ts';

const statuses = Array.from({ length: 10 }, (_, stat) => stat);

/** The scopes that count a selection together. */
export function scopesOf({ form, credit, debit }: Selection): string[] {
  if (credit !== undefined && debit !== undefined) return [pairScope(credit, debit)];
  if (debit !== undefined) return [`user/${debit}`];
  if (credit === undefined) return [''];
  const forms: readonly TransferForm[] = form === undefined ? transferForms : [form];
  return forms.map((of) => `${of === 'asset' ? 'creator' : 'consumer'}/${credit}`);
}

/** The cells of a segment that count a selection's forms and statuses. */
export function cellsOf({ form, stat }: Selection): number[] {
  const forms: readonly TransferForm[] = form === undefined ? transferForms : [form];
  return forms.flatMap((of) => (stat ?? statuses).map((one) => cellOf(of, one)));
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

/**
 * SQL of the daily counts (`scope`, `day`, `form`, `stat`, `n`) of a selection in the scope of the row `scope`. Those of a
 * pair are counted from its transfers.
 */
export function dailyCounts(selection: Selection, add: AddValue, { from, before }: Days): string {
  const within = (column: string, unit: string) =>
    all([
      from !== undefined && `${column} >= (${from})${unit}`,
      before !== undefined && `${column} < (${before})${unit}`,
    ]);
  const { form, stat } = selection;
  if (isOfPair(selection)) {
    const rows = rowsWhere(without(selection, 'from', 'to'), add);
    return `
      select scope.scope, (crts / ${msPerDay})::integer as day, form, stat, count(*)::integer as n
      from transfer where ${rows} and ${within('crts', `::bigint * ${msPerDay}`)} group by 2, 3, 4`;
  }
  const conditions = all([
    't.scope = scope.scope collate "C" and t.n > 0',
    form !== undefined && `t.form = ${add(form)}`,
    stat !== undefined && `t.stat = any(${add(stat)}::smallint[])`,
    within('t.day', ''),
  ]);
  // The planner takes the counts of each scope by themselves.
  return `
    select t.scope, t.day, t.form, t.stat, t.n::integer as n from tally t
    where ${conditions} offset 0`;
}

/** SQL of the columns of counts, as the segment `s` and the daily count `t` have them. */
export interface CountColumns {
  ofSegment: string;
  ofDay: string;
}

/**
 * The counts of a selection, as `with` clauses: `scope`, and `counts` with the columns given beside `first` and
 * `days`, the days that are counted. Days at the edges stand alone, between them 16 together: of a
 * scope that has sums these are read, else they come from its days.
 */
export function countsOf(
  selection: Selection,
  add: AddValue,
  { ofSegment, ofDay }: CountColumns,
): string {
  const { from, to } = selection;
  const begin = from === undefined ? undefined : Math.ceil(from / daysPerSpan) * daysPerSpan;
  const end = to === undefined ? undefined : Math.floor((to + 1) / daysPerSpan) * daysPerSpan;
  const firstEdge = begin !== undefined && [
    from,
    to === undefined ? begin : Math.min(begin, to + 1),
  ];
  const lastEdge = to !== undefined &&
    end !== undefined && [begin === undefined ? end : Math.max(begin, end), to + 1];
  const between = (unit = 1): Days => ({
    ...(begin !== undefined && { from: add(begin * unit) }),
    ...(end !== undefined && { before: add(end * unit) }),
  });
  const level = isOfPair(selection) ? 3 : 1;
  const moments = between(msPerDay);
  const sums = all([
    moments.from !== undefined && `s.crts >= ${moments.from}`,
    moments.before !== undefined && `s.crts < ${moments.before}`,
  ]);
  const counted = (first: string, days: number, of: Days, where: string) => `
      union all
      select ${first}, ${days}, ${ofDay}
      from scope cross join lateral (${dailyCounts(selection, add, of)}) as t
      where ${where}`;
  return `
    scope as materialized (
      select asked.scope, exists (
        select from segment s where s.scope = asked.scope collate "C" and s.level = ${level}
      ) as summed
      from unnest(${add(scopesOf(selection))}::text[]) as asked (scope)
    ), counts as (
      select (s.crts / ${msPerDay})::integer as first, ${daysPerSpan} as days, ${ofSegment}
      from scope join segment s on s.scope = scope.scope collate "C" and s.level = ${level}
      where summed and ${sums}
      ${counted(`t.day / ${daysPerSpan} * ${daysPerSpan}`, daysPerSpan, between(), 'not summed')}
      ${[firstEdge, lastEdge]
        .filter((edge) => edge !== false)
        .map(([from, before]) =>
          counted('t.day', 1, { from: add(from), before: add(before) }, 'true'),
        )
        .join('')}
    )`;
}
