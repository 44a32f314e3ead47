import type { Answer } from '@tallystick/shared/api';
import type { TransferDetail } from '@tallystick/shared/contracts/transfer';
import { useLoaderData } from '@tallystick/shared/router';
import { KindMark } from '@tallystick/shared/transfers/kind-icon';
import { StatusMark } from '@tallystick/shared/transfers/status-mark';
import { TransferTime } from '@tallystick/shared/transfers/transfer-time';
import { Facts } from '@tallystick/shared/ui/facts';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { RetryNotice } from '@tallystick/shared/ui/retry-notice';
import { strings } from '../strings.ts';
import type { Transaction as Loaded } from './load-transaction.ts';
import { Tally } from './tally.tsx';
import { Variables } from './variables.tsx';

/** One transfer: what it is, the two parties that hold a half of it, and its data. */
export function Transaction() {
  const loaded = useLoaderData<Answer<Loaded>>();
  return (
    <>
      <PageHead title={strings.transaction} />
      {loaded.ok ? (
        <>
          <TransferFacts transfer={loaded.data.transfer} />
          <Tally transfer={loaded.data.transfer} />
          <PageHead title={strings.data} second />
          <Variables loaded={loaded.data.vars} />
        </>
      ) : (
        <RetryNotice title={strings.transactionFailed} text={loaded.error} />
      )}
    </>
  );
}

function TransferFacts({ transfer }: { readonly transfer: TransferDetail }) {
  const { item, trxn, feat, status, created } = transfer;
  const { facts } = strings;
  return (
    <Facts
      facts={[
        { name: facts.id, value: <code>{trxn ?? strings.missingTrxn}</code> },
        { name: facts.record, value: <code>{item}</code> },
        { name: facts.kind, value: <KindMark feat={feat} /> },
        { name: facts.status, value: <StatusMark code={status} /> },
        { name: facts.date, value: <TransferTime milliseconds={created} /> },
      ]}
    />
  );
}
