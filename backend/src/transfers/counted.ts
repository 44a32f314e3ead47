import { type TransferForm, transferForms } from '@tallystick/shared/contracts/transfer';
import { daysPerSpan, msPerDay } from '../ledger/scope.ts';
import { cellOf } from '../ledger/segments.ts';
import { type AddValue, all, type Selection } from './selection.ts';

const statuses = Array.from({ length: 10 }, (_, stat) => stat);

/** The scopes that count a selection together, which is not of a pair. */
export function scopesOf({ form, credit, debit }: Selection): string[] {
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
  const isAll = selection.form === undefined && selection.stat === undefined;
  const cells = cellsOf(selection).map((cell) => (isAll ? cell : `${add(cell)}::integer`));
  return cells.map((cell) => `s.n[${cell}]`).join(' + ') || '0';
}

/** Conditions on daily counts, `t`, to be of a selection's forms and statuses. */
export const countsWhere = ({ form, stat }: Selection, add: AddValue): string =>
  all([
    't.n > 0',
    form !== undefined && `t.form = ${add(form)}`,
    stat !== undefined && `t.stat = any(${add(stat)}::smallint[])`,
  ]);

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
  const days = countsWhere(selection, add);
  const edges = [
    from !== undefined &&
      begin !== undefined && [from, to === undefined ? begin - 1 : Math.min(begin - 1, to)],
    to !== undefined && end !== undefined && [begin === undefined ? end : Math.max(begin, end), to],
  ].filter((edge) => edge !== false);
  const between = (column: string, unit = 1) =>
    all([
      begin !== undefined && `${column} >= ${add(begin * unit)}`,
      end !== undefined && `${column} < ${add(end * unit)}`,
    ]);
  return `
    scope as materialized (
      select asked.scope, exists (
        select from segment s where s.scope = asked.scope collate "C" and s.level = 1
      ) as summed
      from unnest(${add(scopesOf(selection))}::text[]) as asked (scope)
    ), counts as (
      select (s.crts / ${msPerDay})::integer as first, ${daysPerSpan} as days, ${ofSegment}
      from scope join segment s on s.scope = scope.scope collate "C" and s.level = 1
      where summed and ${between('s.crts', msPerDay)}
      union all
      select t.day / ${daysPerSpan} * ${daysPerSpan}, ${daysPerSpan}, ${ofDay}
      from scope cross join lateral (
        select * from tally t where t.scope = scope.scope collate "C"
          and ${days} and ${between('t.day')} offset 0
      ) as t
      where not summed
      ${edges
        .map(
          ([first, last]) => `
      union all
      select t.day, 1, ${ofDay} from scope join tally t on t.scope = scope.scope collate "C"
      where ${days} and t.day between ${add(first)} and ${add(last)}`,
        )
        .join('')}
    )`;
}
