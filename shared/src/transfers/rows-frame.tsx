import { Link } from '@tallystick/shared/router';
import type { Ref } from 'react';
import { pageSize } from '../contracts/page-size.ts';
import { lastPage } from '../format/range-label.ts';
import type { ColumnSet } from './columns.tsx';
import { isFiltered } from './list-filters.ts';
import { ListNotice } from './list-notice.tsx';
import { asksForAll, searchOf } from './list-query.ts';
import type { TransferPage } from './merge.ts';
import type { Reading } from './reading.ts';
import classes from './rows-frame.module.css';
import { strings } from './strings.ts';
import { TransferTable } from './transfer-table.tsx';
import type { LoadedPage } from './use-loaded-page.ts';

interface RowsFrameProps extends Pick<LoadedPage, 'failure' | 'pending' | 'stale'> {
  readonly ref: Ref<HTMLDivElement>;
  readonly top: Ref<HTMLDivElement>;
  readonly title: string;
  readonly columns: ColumnSet;
  readonly reading: Reading;
}

const blankRows = Array.from({ length: pageSize }, () => null);

/**
 * The sheet with the rows, or with the words in their place. It has room for a full page whatever
 * is on it, so that nothing below moves.
 */
export function RowsFrame({
  ref,
  top,
  title,
  columns,
  reading: { shown, arrived, arrivals },
  failure,
  pending,
  stale,
}: RowsFrameProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is here whose fields it could group
    <div
      ref={ref}
      className={classes.frame}
      role="group"
      aria-label={strings.rows}
      aria-busy={pending}
      tabIndex={-1}
    >
      <div ref={top} className={classes.top} />
      <div className={classes.sheet} data-stale={stale || undefined}>
        <TransferTable
          caption={title}
          columns={columns}
          rows={shown?.list ?? (failure ? [] : blankRows)}
          arrived={arrived}
          arrivals={arrivals}
        >
          {shown && shown.list.length === 0 ? <NoRows page={shown} empty={columns.empty} /> : null}
        </TransferTable>
      </div>
      {failure ? (
        <ListNotice failure={failure} pending={pending} overRows={shown !== null} />
      ) : null}
    </div>
  );
}

/** Why no rows are there, in words, and the ways out. */
function NoRows({ page, empty }: { readonly page: TransferPage; readonly empty: string }) {
  const { count, more, search, filters } = page;
  const filtered = isFiltered(filters);
  if (count > 0) {
    return (
      <p className={classes.words}>
        {more ? strings.pastTheSearch : strings.pastTheEnd}{' '}
        <Link to={{ search: searchOf({ ...page, index: lastPage(count) }) }} preventScrollReset>
          {strings.goToLastPage}
        </Link>
      </p>
    );
  }
  if (asksForAll(page)) return <p className={classes.words}>{empty}</p>;
  return (
    <p className={classes.words}>
      {(more ? strings.noNewMatch : strings.noMatch)(search, filtered)}{' '}
      {search && filtered ? (
        <Link to={{ search: searchOf({ ...page, index: 1, filters: {} }) }} preventScrollReset>
          {strings.clearFilters}
        </Link>
      ) : null}{' '}
      <Link
        to={{ search: searchOf({ ...page, index: 1, search: '', filters: {} }) }}
        preventScrollReset
      >
        {strings.showAll}
      </Link>
    </p>
  );
}
