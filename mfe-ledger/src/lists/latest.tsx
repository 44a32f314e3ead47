import { Activity } from '@tallystick/shared/activity/activity';
import { ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData } from '@tallystick/shared/router';
import { type LoadingPage, loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { strings } from '../strings.ts';
import { Totals } from './totals.tsx';
import { Watched } from './watched.tsx';

/** The newest transfers of both forms. */
export const loadLatest = ({ request }: LoaderFunctionArgs): LoadingPage =>
  loadTransfers(request, { of: 'everything' }, ledger.latestTransfers);

/** Home. Its first heading stands in the banner. */
export function Latest() {
  const loading = useLoaderData<LoadingPage>();
  return (
    <>
      <Totals />
      <Watched />
      <Activity scope={loading.scope} list="/transfers" />
      <TransferSection title={strings.latest} second loading={loading} />
    </>
  );
}
