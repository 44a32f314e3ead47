import { type Answer, ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData } from '@tallystick/shared/router';
import { FeedMark } from '@tallystick/shared/transfers/feed-mark';
import { LiveTransfers } from '@tallystick/shared/transfers/live-transfers';
import { loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import type { TransferPage } from '@tallystick/shared/transfers/merge';
import { TransferTable } from '@tallystick/shared/transfers/transfer-table';
import { PageHead } from '@tallystick/shared/ui/page-head';
import type { ComponentProps } from 'react';
import { strings } from '../strings.ts';

/** Transfers of form asset. */
export const loadAssets = ({ request }: LoaderFunctionArgs): Promise<Answer<TransferPage>> =>
  loadTransfers(request, { of: 'form', form: 'asset' }, ledger.assets);

export function Assets() {
  return (
    <section>
      <PageHead title={strings.assets}>
        <FeedMark />
      </PageHead>
      <LiveTransfers
        loaded={useLoaderData<Answer<TransferPage>>()}
        Rows={AssetRows}
        label={strings.assetsLabel}
      />
    </section>
  );
}

function AssetRows(rows: Omit<ComponentProps<typeof TransferTable>, 'caption'>) {
  return <TransferTable caption={strings.assets} {...rows} />;
}
