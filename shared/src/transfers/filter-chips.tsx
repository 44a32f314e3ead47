import { visible } from '@tallystick/contract/visible';
import { Link } from '@tallystick/shared/router';
import type { ListFilters } from '../contracts/list-filters.ts';
import type { TransferRow } from '../contracts/transfer.ts';
import { formNames, partyName } from '../format/names.ts';
import { DayPresets } from './day-presets.tsx';
import classes from './filter-chips.module.css';
import { type Change, changed, isFiltered } from './list-filters.ts';
import { searchOf, type TransferQuery } from './list-query.ts';
import { statusName } from './status.ts';
import { strings } from './strings.ts';

interface FilterChipsProps {
  readonly query: TransferQuery;
  /** The rows that are shown: they know the names of the parties. */
  readonly rows: readonly TransferRow[];
}

/** What is filtered by, each with the way to the list without it, and the way to all. */
export function FilterChips({ query, rows }: FilterChipsProps) {
  const { filters } = query;
  if (!isFiltered(filters)) return null;
  const to = (next: ListFilters) => ({ search: searchOf({ ...query, index: 1, filters: next }) });
  return (
    <ul className={classes.chips} aria-label={strings.chosenFilters}>
      {chipsOf(filters, rows).map(({ name, without }) => (
        <li key={name}>
          <Link
            className={classes.chip}
            to={to(without)}
            aria-label={strings.removeFilter(name)}
            preventScrollReset
          >
            <bdi className={classes.name}>{visible(name)}</bdi> <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link className={classes.clear} to={to({})} preventScrollReset>
          {strings.clearFilters}
        </Link>
      </li>
      {filters.from || filters.to ? null : (
        <li className={classes.presets}>
          <DayPresets query={query} className={classes.clear} />
        </li>
      )}
    </ul>
  );
}

/** Each with the filters that are left without it. */
function chipsOf(filters: ListFilters, rows: readonly TransferRow[]) {
  const { form, stat = [], from, to, credit, debit } = filters;
  const creditor = rows.find(({ cred }) => cred === credit)?.credit;
  const user = rows.find(({ debt }) => debt === debit)?.debit;
  const chip = (name: string | undefined, change: Change) =>
    name === undefined ? [] : [{ name, without: changed(filters, change) }];
  return [
    ...chip(form && formNames[form], { form: undefined }),
    ...stat.flatMap((code) =>
      chip(statusName(code), { stat: stat.filter((each) => each !== code) }),
    ),
    ...chip(from && strings.since(from), { from: undefined }),
    ...chip(to && strings.until(to), { to: undefined }),
    ...chip(credit && strings.party(creditor?.kind, partyName(creditor?.name ?? '', credit)), {
      credit: undefined,
    }),
    ...chip(debit && strings.party('user', partyName(user?.name ?? '', debit)), {
      debit: undefined,
    }),
  ];
}
