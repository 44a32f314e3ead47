import { Activity } from '@tallystick/shared/activity/activity';
import { type LoadingActivity, loadActivity } from '@tallystick/shared/activity/load-activity';
import { ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData } from '@tallystick/shared/router';
import { type LoadingPage, loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { strings } from '../strings.ts';
import { Totals } from './totals.tsx';
import { Watched } from './watched.tsx';

const everything = { of: 'everything' } as const;

interface LoadingHome {
  readonly transfers: LoadingPage;
  readonly activity: LoadingActivity;
}

/** The newest transfers of both forms, and when all were created. */
export const loadLatest = ({ request }: LoaderFunctionArgs): LoadingHome => ({
  transfers: loadTransfers(request, everything, ledger.latestTransfers),
  activity: loadActivity(request, everything),
});

/** Home. Its first heading stands in the banner. */
export function Latest() {
  const { transfers, activity } = useLoaderData<LoadingHome>();
  return (
    <>
      <Activity loading={activity} query={transfers.query} list="/transfers" />
      <Totals />
      <Watched />
      <TransferSection title={strings.latest} second loading={transfers} />
    </>
  );
}
