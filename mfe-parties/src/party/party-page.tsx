import { Activity } from '@tallystick/shared/activity/activity';
import { ledger } from '@tallystick/shared/api';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { useCounted } from '@tallystick/shared/counted/use-counted';
import { partyKindNames, partyName } from '@tallystick/shared/format/names';
import { numberText } from '@tallystick/shared/format/number';
import { utcDate, utcDay } from '@tallystick/shared/format/utc-date';
import { useLoaderData } from '@tallystick/shared/router';
import { Share } from '@tallystick/shared/share/share';
import { partyPath } from '@tallystick/shared/transfers/paths';
import { belongs, listOf } from '@tallystick/shared/transfers/scope';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { RetryNotice } from '@tallystick/shared/ui/retry-notice';
import { useEffect } from 'react';
import { strings } from '../strings.ts';
import { Counterparties } from './counterparties.tsx';
import { holdParty, type LoadedParty, type Party } from './load-party.ts';
import { PartyFacts } from './party-facts.tsx';
import classes from './party-page.module.css';
import { StatusShares } from './status-shares.tsx';
import { Watch } from './watch.tsx';

/** A party of `kind`: who it is, its history in figures, and its transfers. */
export function PartyPage({ kind }: { readonly kind: PartyKind }) {
  const loaded = useLoaderData<LoadedParty>();
  useEffect(() => (loaded.ok ? holdParty(kind, loaded.data) : undefined), [kind, loaded]);
  return loaded.ok ? (
    <PartyDetails key={loaded.data.id} kind={kind} party={loaded.data} />
  ) : (
    <>
      <PageHead title={partyKindNames[kind]} />
      <RetryNotice title={strings.partyFailed} text={loaded.error} />
    </>
  );
}

function PartyDetails({ kind, party }: { readonly kind: PartyKind; readonly party: Party }) {
  const { id, name, transfers, activity, figures } = party;
  const path = partyPath({ kind, id });
  const title = partyName(name, id);
  const [summary] = useCounted(
    path,
    (signal) => ledger.summary(listOf(transfers.scope), signal),
    (transfer) => belongs(transfers.scope, transfer),
    figures?.summary,
  );
  const counted = summary?.ok ? summary.data : null;
  const failed = summary?.ok === false;
  const unknown = failed ? strings.unknown : strings.counting;
  const day = (time: number | null | undefined) => {
    if (time === undefined) return unknown;
    if (time === null) return strings.none;
    return <time title={utcDate(time) ?? undefined}>{utcDay(time)}</time>;
  };
  return (
    <>
      <PageHead title={title}>
        <div className={classes.tools}>
          <Watch kind={kind} id={id} name={name} count={counted?.count ?? null} />
          <Share path={path} title={title} />
        </div>
      </PageHead>
      <div className={classes.figures}>
        <PartyFacts
          kind={kind}
          party={party}
          more={[
            {
              name: strings.total,
              value: counted === null ? unknown : numberText(counted.count),
            },
            { name: strings.first, value: day(counted?.first) },
            { name: strings.last, value: day(counted?.last) },
          ]}
        />
        <StatusShares
          query={transfers.query}
          statuses={counted?.statuses ?? null}
          failed={failed}
        />
        <Counterparties
          kind={kind}
          id={id}
          query={transfers.query}
          first={figures?.counterparties}
        />
      </div>
      <Activity loading={activity} query={transfers.query} list={path} />
      <TransferSection title={strings.transfers} second loading={transfers} />
    </>
  );
}
