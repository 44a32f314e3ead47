import { type Answer, ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData } from '@tallystick/shared/router';
import { FeedMark } from '@tallystick/shared/transfers/feed-mark';
import { LiveTransfers } from '@tallystick/shared/transfers/live-transfers';
import { loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import type { TransferPage } from '@tallystick/shared/transfers/merge';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { strings } from '../strings.ts';

/** The newest transfers of both forms. */
export const loadLatest = ({ request }: LoaderFunctionArgs): Promise<Answer<TransferPage>> =>
  loadTransfers(request, { of: 'everything' }, ledger.latestTransfers);

/** Home. Its first heading stands in the banner. */
export function Latest() {
  return (
    <section>
      <PageHead title={strings.latest} second>
        <FeedMark />
      </PageHead>
      <LiveTransfers loaded={useLoaderData<Answer<TransferPage>>()} />
    </section>
  );
}
