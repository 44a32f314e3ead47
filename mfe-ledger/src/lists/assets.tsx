import { ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData } from '@tallystick/shared/router';
import { assetColumns } from '@tallystick/shared/transfers/columns';
import { type LoadingPage, loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { strings } from '../strings.ts';

/** Transfers of form asset. */
export const loadAssets = ({ request }: LoaderFunctionArgs): LoadingPage =>
  loadTransfers(request, { of: 'form', form: 'asset' }, ledger.assets);

export function Assets() {
  return (
    <TransferSection
      title={strings.assets}
      loading={useLoaderData<LoadingPage>()}
      columns={assetColumns}
      label={strings.assetsLabel}
    />
  );
}
