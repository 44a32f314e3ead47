import { timeForm, timeFormStrings } from '@tallystick/shared/choice/time-form';
import type { TransferDetail } from '@tallystick/shared/contracts/transfer';
import { useLateAnswer } from '@tallystick/shared/late/late-answer';
import { useLoaderData, useLocation, useRevalidator } from '@tallystick/shared/router';
import { Share } from '@tallystick/shared/share/share';
import { KindMark } from '@tallystick/shared/transfers/kind-icon';
import { transferPath } from '@tallystick/shared/transfers/paths';
import { closedStatus, statusOf } from '@tallystick/shared/transfers/status';
import { StatusMark } from '@tallystick/shared/transfers/status-mark';
import { TransferTime } from '@tallystick/shared/transfers/transfer-time';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { RetryButton } from '@tallystick/shared/ui/retry-button';
import { RetryNotice } from '@tallystick/shared/ui/retry-notice';
import { CopyButton } from '@tallystick/ui/copy-button';
import { Facts } from '@tallystick/ui/facts';
import { Segments } from '@tallystick/ui/segments';
import { useChoice } from '@tallystick/ui/use-choice';
import { Fragment, useState } from 'react';
import { strings } from '../strings.ts';
import { keptAfter } from './kept.ts';
import { type LoadedTransaction, loadTransaction, type Transaction } from './load-transaction.ts';
import { PartySummary } from './party-summary.tsx';
import { RawRecord } from './raw-record.tsx';
import classes from './transaction.module.css';
import { useLiveTransaction } from './use-live-transaction.ts';
import { Variables } from './variables.tsx';

const { legend, options } = timeFormStrings;
const timeForms = timeForm.options.map((option) => ({ option, label: options[option] }));

/** One transfer: what it is, the two parties that hold a half of it, its data, and its record. */
function LoadedPage() {
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
        {shown ? (
          <Share
            path={transferPath(shown.transfer)}
            title={`${strings.transaction} ${shown.transfer.trxn ?? shown.transfer.item}`}
          />
        ) : null}
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
        <Fragment key={shown.transfer.item}>
          <TransferFacts transfer={shown.transfer} hasData={hasData(shown)} />
          <PartySummary transfer={shown.transfer} neighbours={shown.neighbours} />
          <PageHead title={strings.data} second />
          {/* What is not there yet may come, unless there is a problem. */}
          <Variables
            loaded={
              shown.vars ?? (problem === null ? null : { ok: false, code: 0, error: problem })
            }
          />
          <RawRecord transfer={shown.transfer} vars={shown.vars?.ok ? shown.vars.data : null} />
        </Fragment>
      ) : loaded.ok ? null : (
        <RetryNotice title={strings.transactionFailed} text={loaded.error} />
      )}
    </>
  );
}

/** Whether variables can be read; as long as they are on their way, what is usual. */
function hasData({ transfer, vars }: Transaction): boolean {
  if (transfer.status !== closedStatus) return false;
  return vars?.ok ? vars.data.length > 0 : transfer.feat.form === 'data';
}

interface TransferFactsProps {
  readonly transfer: TransferDetail;
  readonly hasData: boolean;
}

function TransferFacts({ transfer, hasData }: TransferFactsProps) {
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
              <p className={classes.meaning}>
                {hasData ? strings.closedWithData : strings.meanings[status]}
              </p>
            </>
          ),
        },
        { name: facts.date, value: <Moment milliseconds={created} /> },
      ]}
    />
  );
}

/** A moment in UTC, in the time of this place, or as seen from now: chosen once, and kept. */
function Moment({ milliseconds }: { readonly milliseconds: number }) {
  const [form, choose] = useChoice(timeForm);
  return (
    <span className={classes.moment}>
      <TransferTime milliseconds={milliseconds} as="full" />
      <Segments legend={legend} segments={timeForms} chosen={form} onChoose={choose} />
    </span>
  );
}

/** The page of one transfer. */
export const transactionPage = { Component: LoadedPage, loader: loadTransaction };
