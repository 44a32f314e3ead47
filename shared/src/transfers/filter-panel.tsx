import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
import { useNavigate } from '@tallystick/shared/router';
import { Segments } from '@tallystick/ui/segments';
import { useState } from 'react';
import type { ListFilters } from '../contracts/list-filters.ts';
import { transferForms } from '../contracts/transfer.ts';
import { formNames } from '../format/names.ts';
import { utcDay } from '../format/utc-date.ts';
import { DayPresets } from './day-presets.tsx';
import { DayField, IdField } from './filter-fields.tsx';
import classes from './filter-panel.module.css';
import { type Change, changed } from './list-filters.ts';
import { searchOf, type TransferQuery } from './list-query.ts';
import { closedFilters, listOf, type Scope, scopeKey } from './scope.ts';
import { StatusChoices } from './status-choices.tsx';
import { strings } from './strings.ts';

interface FilterPanelProps {
  readonly scope: Scope;
  readonly query: TransferQuery;
}

const textOf = (filters: ListFilters) => searchOf({ index: 1, search: '', filters });

/** What a list can be filtered by, each choice with the number of rows it would leave. */
export function FilterPanel({ scope, query }: FilterPanelProps) {
  const { search } = query;
  /** The filters in the address, then those chosen here that the address does not show yet. */
  const [askedBefore, setAsked] = useState([query.filters]);
  const asked = askedSince(askedBefore, query.filters);
  if (asked !== askedBefore) setAsked(asked);
  // The next choice builds on the last one.
  const filters = asked.at(-1) ?? query.filters;
  const navigate = useNavigate();
  const answer = useAnswer(scopeKey(scope) + textOf(filters), (signal) =>
    ledger.summary({ ...listOf(scope), filters }, signal),
  );
  const summary = answer?.ok ? answer.data : null;
  // The summary ignores the search text, so its counts would be wrong.
  const counts = search === '' ? summary : null;
  /** Filters that the scope itself sets, so nobody chooses them. */
  const closed = closedFilters(scope);
  const { form = 'all', stat = [], from, to, credit, debit } = filters;

  const choose = (change: Change) => {
    const next = changed(filters, change);
    setAsked([...asked, next]);
    navigate(
      { search: searchOf({ ...query, index: 1, filters: next }) },
      { preventScrollReset: true },
    );
  };
  const days = {
    min: utcDay(summary?.first ?? Number.NaN),
    max: utcDay(summary?.last ?? Number.NaN),
  };
  const formCounts = counts && { all: counts.forms.asset + counts.forms.data, ...counts.forms };

  return (
    <section className={classes.panel} aria-label={strings.filterBy}>
      {closed.includes('form') ? null : (
        <div className={classes.field}>
          <span aria-hidden="true">{strings.columns.kind}</span>
          <Segments
            legend={strings.columns.kind}
            segments={(['all', ...transferForms] as const).map((option) => ({
              option,
              label: strings.choice(
                option === 'all' ? strings.allForms : formNames[option],
                formCounts?.[option],
              ),
            }))}
            chosen={form}
            onChoose={(option) => choose({ form: option === 'all' ? undefined : option })}
          />
        </div>
      )}
      <DayField
        label={strings.from}
        day={from}
        {...days}
        onChoose={(day) => choose({ from: day })}
      />
      <DayField label={strings.to} day={to} {...days} onChoose={(day) => choose({ to: day })} />
      <div className={classes.presets}>
        <DayPresets query={{ ...query, filters }} />
      </div>
      <StatusChoices
        chosen={stat}
        counts={counts?.statuses ?? null}
        onChoose={(codes) => choose({ stat: codes })}
      />
      {closed.includes('credit') ? null : (
        <IdField label={strings.creditId} id={credit} onChoose={(id) => choose({ credit: id })} />
      )}
      {closed.includes('debit') ? null : (
        <IdField label={strings.debitId} id={debit} onChoose={(id) => choose({ debit: id })} />
      )}
    </section>
  );
}

/**
 * The filters in the address now, followed by those chosen here that it has yet to show. Choices made
 * here are dropped if something else changed the address.
 */
function askedSince(asked: ListFilters[], now: ListFilters): ListFilters[] {
  if (asked[0] === now) return asked;
  const own = asked.findLastIndex((one, place) => place > 0 && textOf(one) === textOf(now));
  return [now, ...(own < 0 ? [] : asked.slice(own + 1))];
}
