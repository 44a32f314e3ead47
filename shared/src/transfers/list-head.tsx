import { useCallback, useState } from 'react';
import { ExportMenu } from '../export/export-menu.tsx';
import { useLate } from '../late/use-late.ts';
import control from '../ui/control.module.css';
import { FailureNotice } from '../ui/retry-notice.tsx';
import { FilterChips } from './filter-chips.tsx';
import { countFilters } from './list-filters.ts';
import classes from './list-head.module.css';
import type { TransferQuery } from './list-query.ts';
import type { TransferPage } from './merge.ts';
import type { Scope } from './scope.ts';
import { SearchBox } from './search-box.tsx';
import { strings } from './strings.ts';
import { TimeSelect } from './time-select.tsx';

interface ListHeadProps {
  readonly title: string;
  /** Whether the page has a heading above this one. */
  readonly second: boolean;
  readonly scope: Scope;
  readonly query: TransferQuery;
  /** The page that is shown; null until one is there. */
  readonly shown: TransferPage | null;
  /** Whether its times can be told in another form. */
  readonly withTimes?: boolean;
}

/** Loaded when somebody is about to filter; a failure is tried again. */
const loadPanel = async () => (await import('./filter-panel.tsx')).FilterPanel;

/** Head of a list of transfers: its title, search, filters, time format and export. */
export function ListHead({ title, second, scope, query, shown, withTimes = true }: ListHeadProps) {
  const [isOpen, setOpen] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [Panel, pending] = useLate(loadPanel, isOpen ? attempt : null);
  const isComing = pending && Panel === undefined;
  const Heading = second ? 'h2' : 'h1';
  const bringPanel = useCallback(() => setAttempt((before) => before + 1), []);
  return (
    <>
      <div className={classes.head}>
        <Heading>{title}</Heading>
        <div className={classes.tools}>
          <SearchBox query={query} />
          <button
            type="button"
            className={control.control}
            aria-expanded={isOpen}
            data-coming={isComing || undefined}
            onPointerEnter={() => void loadPanel().catch(() => {})}
            onClick={() => {
              setOpen(!isOpen);
              bringPanel();
            }}
          >
            {strings.filters(countFilters(query.filters))}
          </button>
          <span className="visually-hidden" role="status">
            {isComing ? strings.pleaseWait : ''}
          </span>
          {withTimes ? <TimeSelect /> : null}
          <ExportMenu scope={scope} question={query} count={shown?.more ? null : shown?.count} />
        </div>
      </div>
      {isOpen && Panel ? <Panel scope={scope} query={query} /> : null}
      {isOpen && Panel === null ? (
        <FailureNotice
          title={strings.filtersFailed}
          text={strings.filtersFailedText}
          pending={pending}
          onRetry={bringPanel}
        />
      ) : null}
      <FilterChips query={query} rows={shown?.list ?? []} />
    </>
  );
}
