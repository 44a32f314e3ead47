import { useEffect, useRef } from 'react';
import { type ColumnSet, transferColumns } from './columns.tsx';
import { watchReader } from './holds.ts';
import { ListHead } from './list-head.tsx';
import { ListStatus } from './list-status.tsx';
import { LiveBar } from './live-bar.tsx';
import type { LoadingPage } from './load-transfers.ts';
import { Pager } from './pager.tsx';
import { RowsFrame } from './rows-frame.tsx';
import { scopeKey } from './scope.ts';
import classes from './transfer-section.module.css';
import { useFocusKept } from './use-focus-kept.ts';
import { useLoadedPage } from './use-loaded-page.ts';
import { useReading } from './use-reading.ts';

interface TransferSectionProps {
  /** The list's heading; `second` where the page has its first heading elsewhere. */
  readonly title: string;
  readonly second?: boolean;
  /** What the route's loader gave. */
  readonly loading: LoadingPage;
  readonly columns?: ColumnSet;
  /** Stands before the range below the rows. */
  readonly label?: string;
}

/** A list of transfers, whole: heading, search, rows that are kept live, pager. */
export function TransferSection(props: TransferSectionProps) {
  return <ScopeSection key={scopeKey(props.loading.scope)} {...props} />;
}

function ScopeSection({
  title,
  second = false,
  loading,
  columns = transferColumns,
  label,
}: TransferSectionProps) {
  const loaded = useLoadedPage(loading);
  const [reading, dispatch] = useReading(loaded.page, loaded.pending);
  const section = useRef<HTMLElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const newRows = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!rows.current || !top.current || !newRows.current) return;
    const area = { rows: rows.current, top: top.current, button: newRows.current };
    return watchReader(area, (hold, on) => dispatch({ type: 'hold', hold, on }));
  }, [dispatch]);
  useFocusKept(section, rows);

  const { shown, holds } = reading;
  const { query, scope } = loading;
  const showNew = () => {
    dispatch({ type: 'show' });
    rows.current?.focus({ preventScroll: true });
    if (holds.has('scrolled')) section.current?.scrollIntoView({ block: 'start' });
  };

  return (
    <section ref={section} className={classes.section}>
      <ListHead
        title={title}
        second={second}
        scope={scope}
        query={query}
        shown={shown}
        withTimes={!columns.utcAlone}
      />
      <LiveBar
        reading={reading}
        search={query.search}
        newRows={newRows}
        onPause={(on) => dispatch({ type: 'hold', hold: 'paused', on })}
        onShow={showNew}
      />
      <RowsFrame
        ref={rows}
        top={top}
        title={title}
        columns={columns}
        reading={reading}
        {...loaded}
      />
      <Pager
        query={query}
        shown={shown}
        failed={loaded.stale && loaded.failure !== null}
        label={label}
      />
      <ListStatus reading={reading} pending={loaded.pending} />
    </section>
  );
}
