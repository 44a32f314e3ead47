import { ledger } from '@tallystick/shared/api';
import { type LoaderFunctionArgs, useLoaderData } from '@tallystick/shared/router';
import { type LoadingPage, loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { strings } from '../strings.ts';

/** Every transfer, of both forms. */
export const loadAllTransfers = ({ request }: LoaderFunctionArgs): LoadingPage =>
  loadTransfers(request, { of: 'everything' }, ledger.transfers);

export function Transfers() {
  return <TransferSection title={strings.transfers} loading={useLoaderData<LoadingPage>()} />;
}
