import { ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData } from '@tallystick/shared/router';
import { type LoadingPage, loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { lazy, Suspense } from 'react';
import { strings } from '../strings.ts';
import classes from './people.module.css';

// Few visits begin with a search.
const People = lazy(() =>
  import('./people.tsx').then(
    ({ People }) => ({ default: People }),
    // The list is there without them.
    () => ({ default: () => <span className={classes.note}>{strings.peopleFailed}</span> }),
  ),
);

/** Every transfer, of both forms. */
export const loadAllTransfers = ({ request }: LoaderFunctionArgs): LoadingPage =>
  loadTransfers(request, { of: 'everything' }, ledger.transfers);

export function Transfers() {
  const loading = useLoaderData<LoadingPage>();
  const { search } = loading.query;
  return (
    <>
      {search === '' ? null : (
        <section className={classes.people} aria-label={strings.people}>
          <h2>{strings.people}</h2>
          <Suspense fallback={null}>
            <People key={search} search={search} />
          </Suspense>
        </section>
      )}
      <TransferSection title={strings.transfers} loading={loading} />
    </>
  );
}
