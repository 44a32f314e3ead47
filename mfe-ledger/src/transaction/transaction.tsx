import type { TransferDetail } from '@tallystick/shared/contracts/transfer';
import { useLateAnswer } from '@tallystick/shared/late/late-answer';
import { useLoaderData, useLocation, useRevalidator } from '@tallystick/shared/router';
import { Share } from '@tallystick/shared/share/share';
import { KindMark } from '@tallystick/shared/transfers/kind-icon';
import { itemPath } from '@tallystick/shared/transfers/paths';
import { statusOf } from '@tallystick/shared/transfers/status';
import { StatusMark } from '@tallystick/shared/transfers/status-mark';
import { CopyButton } from '@tallystick/shared/ui/copy-button';
import { Facts } from '@tallystick/shared/ui/facts';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { RetryButton } from '@tallystick/shared/ui/retry-button';
import { RetryNotice } from '@tallystick/shared/ui/retry-notice';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { keptAfter } from './kept.ts';
import type { Transaction as Loaded, LoadedTransaction } from './load-transaction.ts';
import { Moment } from './moment.tsx';
import { PartySummary } from './party-summary.tsx';
import { RawRecord } from './raw-record.tsx';
import classes from './transaction.module.css';
import { useLiveTransaction } from './use-live-transaction.ts';
import { Variables } from './variables.tsx';

/** One transfer: what it is, the two parties that hold a half of it, its data, and its record. */
export function Transaction() {
  const loaded = useLoaderData<LoadedTransaction>();
  return <TransactionPage key={useLocation().pathname} loaded={loaded} />;
}

function TransactionPage({ loaded: given }: { readonly loaded: LoadedTransaction }) {
  const late = useLateAnswer(given.late);
  const loaded = late ?? given;
  const [kept, keep] = useState(() => keptAfter(null, loaded));
  if (kept.loaded !== loaded) keep(keptAfter(kept.shown, loaded));
  const { shown, problem } = kept;
  const { revalidate, state } = useRevalidator();
  // What the list said has no place in the live feed, and what comes instead of it is no change.
  const isOfList = given.late !== undefined && !(late?.ok && kept.loaded === late);
  const changes = useLiveTransaction(isOfList ? null : shown);
  return (
    <>
      <PageHead title={strings.transaction}>
        {shown ? <ShareTransaction transfer={shown.transfer} /> : null}
        <span role="status" className={problem === null ? classes.news : classes.problem}>
          {problem !== null
            ? strings.outOfDate(problem)
            : shown && changes > 0
              ? strings.updated(statusOf(shown.transfer.status).label, changes)
              : ''}
        </span>
        {problem === null ? null : (
          <RetryButton pending={state === 'loading'} onRetry={revalidate} />
        )}
      </PageHead>
      {shown ? (
        <LoadedTransactionParts key={shown.transfer.item} loaded={shown} problem={problem} />
      ) : loaded.ok ? null : (
        <RetryNotice title={strings.transactionFailed} text={loaded.error} />
      )}
    </>
  );
}

function ShareTransaction({ transfer }: { readonly transfer: TransferDetail }) {
  const title = `${strings.transaction} ${transfer.trxn ?? transfer.item}`;
  return <Share path={itemPath(transfer.item)} title={title} />;
}

interface PartsProps {
  readonly loaded: Loaded;
  /** Why what is not there yet will not come; null: it may. */
  readonly problem: string | null;
}

function LoadedTransactionParts({ loaded, problem }: PartsProps) {
  const { transfer, vars, neighbours } = loaded;
  return (
    <>
      <TransferFacts transfer={transfer} />
      <PartySummary transfer={transfer} neighbours={neighbours} />
      <PageHead title={strings.data} second />
      <Variables
        loaded={vars ?? (problem === null ? null : { ok: false, code: 0, error: problem })}
      />
      <RawRecord transfer={transfer} vars={vars?.ok ? vars.data : null} />
    </>
  );
}

function TransferFacts({ transfer }: { readonly transfer: TransferDetail }) {
  const { item, trxn, feat, status, created } = transfer;
  const { facts, copied } = strings;
  return (
    <Facts
      facts={[
        {
          name: facts.id,
          value: (
            <>
              <code>{trxn ?? strings.missingTrxn}</code>{' '}
              {trxn === null ? null : <CopyButton text={trxn} what={copied.trxn} />}
            </>
          ),
        },
        {
          name: facts.record,
          value: (
            <>
              <code>{item}</code> <CopyButton text={item} what={copied.item} />
            </>
          ),
        },
        { name: facts.kind, value: <KindMark feat={feat} /> },
        {
          name: facts.status,
          value: (
            <>
              <StatusMark code={status} />
              <p className={classes.meaning}>{strings.meanings[status]}</p>
            </>
          ),
        },
        { name: facts.date, value: <Moment milliseconds={created} /> },
      ]}
    />
  );
}
