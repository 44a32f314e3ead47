import { ledger } from '@tallystick/shared/api';
import { useLate } from '@tallystick/shared/late/use-late';
import { type LoaderFunctionArgs, useLoaderData, useLocation } from '@tallystick/shared/router';
import { type LoadingPage, loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { useState } from 'react';
import { strings } from '../strings.ts';
import classes from './people.module.css';

// Few visits begin with a search.
const loadPeople = async () => (await import('./people.tsx')).People;

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
  const [People] = useLate(loadPeople, withPeople && search !== '' ? search : null);
  return (
    <>
      {withPeople ? (
        <section className={classes.people} aria-label={strings.people}>
          <h2>{strings.people}</h2>
          {People && search !== '' ? <People key={search} search={search} /> : null}
          {/* The list is there without them. */}
          {People === null && search !== '' ? (
            <span className={classes.note}>{strings.peopleFailed}</span>
          ) : null}
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
