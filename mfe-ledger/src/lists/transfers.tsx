import { type Answer, ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData } from '@tallystick/shared/router';
import { FeedMark } from '@tallystick/shared/transfers/feed-mark';
import { LiveTransfers } from '@tallystick/shared/transfers/live-transfers';
import { loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import type { TransferPage } from '@tallystick/shared/transfers/merge';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { strings } from '../strings.ts';

/** Every transfer, of both forms. */
export const loadAllTransfers = ({ request }: LoaderFunctionArgs): Promise<Answer<TransferPage>> =>
  loadTransfers(request, { of: 'everything' }, ledger.transfers);

export function Transfers() {
  return (
    <section>
      <PageHead title={strings.transfers}>
        <FeedMark />
      </PageHead>
      <LiveTransfers loaded={useLoaderData<Answer<TransferPage>>()} />
    </section>
  );
}
