import { Link } from '@tallystick/shared/router';
import type { Ref } from 'react';
import { pageSize } from '../contracts/page-size.ts';
import { lastPage } from '../format/range-label.ts';
import type { Column } from './columns.tsx';
import { ListNotice } from './list-notice.tsx';
import { searchOf } from './list-query.ts';
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
  readonly columns: readonly Column[];
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
        {shown && shown.list.length === 0 ? (
          <NoRows page={shown} />
        ) : shown || !failure ? (
          <TransferTable
            caption={title}
            columns={columns}
            rows={shown?.list ?? blankRows}
            arrived={arrived}
            arrivals={arrivals}
          />
        ) : null}
      </div>
      {failure ? (
        <ListNotice failure={failure} pending={pending} overRows={shown !== null} />
      ) : null}
    </div>
  );
}

function NoRows({ page: { count, search } }: { readonly page: TransferPage }) {
  if (count === 0 && search === '') return <p className={classes.words}>{strings.empty}</p>;
  return (
    <p className={classes.words}>
      {count === 0 ? strings.noMatch(search) : strings.pastTheEnd}{' '}
      {count === 0 ? (
        <Link to={{ search: '' }}>{strings.showAll}</Link>
      ) : (
        <Link to={{ search: searchOf({ search, index: lastPage(count) }) }}>
          {strings.goToLastPage}
        </Link>
      )}
    </p>
  );
}
