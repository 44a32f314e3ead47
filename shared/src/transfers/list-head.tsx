import { type ComponentType, useCallback, useState } from 'react';
import { ExportMenu } from '../export/export-menu.tsx';
import control from '../ui/control.module.css';
import { FailureNotice } from '../ui/retry-notice.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { FilterPanelProps } from './filter-panel.tsx';
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
  readonly second: boolean;
  readonly scope: Scope;
  readonly query: TransferQuery;
  /** The page that is shown; null until one is there. */
  readonly shown: TransferPage | null;
}

/** It comes when somebody is about to filter; a failure is tried again. */
const loadPanel = () => import('./filter-panel.tsx');

/** What a list is of, what of it is shown, and what can be done with all of it. */
export function ListHead({ title, second, scope, query, shown }: ListHeadProps) {
  const [isOpen, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<FilterPanelProps> | null>(null);
  const [load, setLoad] = useState({ pending: false, failed: false });
  const isComing = isOpen && !Panel && load.pending && !load.failed;
  const Heading = second ? 'h2' : 'h1';
  const bringPanel = useCallback(() => {
    setLoad(({ failed }) => ({ pending: true, failed }));
    loadPanel().then(
      ({ FilterPanel }) => setPanel(() => FilterPanel),
      () => setLoad({ pending: false, failed: true }),
    );
  }, []);
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
              if (!isOpen) bringPanel();
            }}
          >
            {strings.filters(countFilters(query.filters))}
          </button>
          <span className="visually-hidden" role="status">
            {isComing ? strings.pleaseWait : ''}
          </span>
          <TimeSelect />
          <ExportMenu scope={scope} question={query} count={shown?.more ? null : shown?.count} />
        </div>
      </div>
      {isOpen && Panel ? <Panel scope={scope} query={query} /> : null}
      {isOpen && !Panel && load.failed ? (
        <FailureNotice
          title={strings.filtersFailed}
          text={strings.filtersFailedText}
          pending={load.pending}
          onRetry={bringPanel}
        />
      ) : null}
      <FilterChips query={query} rows={shown?.list ?? []} />
    </>
  );
}
