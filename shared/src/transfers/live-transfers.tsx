import type { Answer } from '@tallystick/shared/api';
import { Link, useNavigation } from '@tallystick/shared/router';
import type { ComponentType } from 'react';
import { lastPage } from '../format/range-label.ts';
import { Card } from '../ui/card.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { searchOf } from './list-query.ts';
import classes from './live-transfers.module.css';
import type { TransferPage } from './merge.ts';
import { Pager } from './pager.tsx';
import { strings } from './strings.ts';
import { TransferList } from './transfer-list.tsx';
import { type LiveTransfers as Live, useLiveTransfers } from './use-live-transfers.ts';

interface LiveTransfersProps {
  /** What the route's loader got of the ledger service. */
  readonly loaded: Answer<TransferPage>;
  /** Draws the rows. Default: the transfer list. */
  readonly Rows?: ComponentType<Live>;
  /** Stands before the range below the rows. */
  readonly label?: string;
}

/** One page of a transfer list, kept live: its rows and pager, or in words why there are none. */
export function LiveTransfers({ loaded, ...rest }: LiveTransfersProps) {
  return loaded.ok ? (
    <LoadedTransfers loaded={loaded.data} {...rest} />
  ) : (
    <RetryNotice title={strings.listFailed} text={loaded.error} />
  );
}

type LoadedTransfersProps = Omit<LiveTransfersProps, 'loaded'> & { readonly loaded: TransferPage };

function LoadedTransfers({ loaded, Rows = TransferList, label }: LoadedTransfersProps) {
  const live = useLiveTransfers(loaded);
  const turning = useNavigation().state === 'loading';
  if (live.page.list.length === 0) return <NoRows page={live.page} />;
  return (
    <>
      <div className={classes.rows} aria-busy={turning}>
        <Rows {...live} />
      </div>
      <Pager page={live.page} label={label} />
    </>
  );
}

function NoRows({ page: { count, search } }: { readonly page: TransferPage }) {
  if (count === 0) return <Card>{search ? strings.noMatch(search) : strings.empty}</Card>;
  return (
    <Card>
      {strings.pastTheEnd}{' '}
      <Link to={{ search: searchOf({ search, index: lastPage(count) }) }}>
        {strings.goToLastPage}
      </Link>
    </Card>
  );
}
