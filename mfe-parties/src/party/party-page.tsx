import { Activity } from '@tallystick/shared/activity/activity';
import type { Answer } from '@tallystick/shared/api';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { useLoaderData } from '@tallystick/shared/router';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { RetryNotice } from '@tallystick/shared/ui/retry-notice';
import { useEffect } from 'react';
import { strings } from '../strings.ts';
import { holdParty, type Party } from './load-party.ts';
import { PartyFacts } from './party-facts.tsx';

/** A party of `kind`: name, id, and its transfers. */
export function PartyPage({ kind }: { readonly kind: PartyKind }) {
  const loaded = useLoaderData<Answer<Party>>();
  useEffect(() => (loaded.ok ? holdParty(kind, loaded.data) : undefined), [kind, loaded]);
  return (
    <>
      <PageHead title={strings.kinds[kind]} />
      {loaded.ok ? (
        <PartyDetails key={loaded.data.id} kind={kind} party={loaded.data} />
      ) : (
        <RetryNotice title={strings.partyFailed} text={loaded.error} />
      )}
    </>
  );
}

interface PartyDetailsProps {
  readonly kind: PartyKind;
  readonly party: Party;
}

function PartyDetails({ kind, party }: PartyDetailsProps) {
  const { transfers } = party;
  return (
    <>
      <PartyFacts kind={kind} party={party} />
      <Activity scope={transfers.scope} />
      <TransferSection title={strings.transfers} second loading={transfers} />
    </>
  );
}
