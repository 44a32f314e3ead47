import { ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData, useLocation } from '@tallystick/shared/router';
import { type LoadingPage, loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { lazy, Suspense, useState } from 'react';
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
  const { state } = useLocation();
  // Not for what is typed into the list's own box, which would move below it.
  const [withPeople, show] = useState(search !== '');
  if (!withPeople && isFromBar(state)) show(true);
  return (
    <>
      {withPeople ? (
        <section className={classes.people} aria-label={strings.people}>
          <h2>{strings.people}</h2>
          {search === '' ? null : (
            <Suspense fallback={null}>
              <People key={search} search={search} />
            </Suspense>
          )}
        </section>
      ) : null}
      <TransferSection title={strings.transfers} loading={loading} />
    </>
  );
}

/** Whether somebody came by the search of the shell's top bar, which says so in the state of the location. */
function isFromBar(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'searched' in state;
}
