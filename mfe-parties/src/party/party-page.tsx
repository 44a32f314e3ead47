import type { Answer } from '@tallystick/shared/api';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { useLoaderData } from '@tallystick/shared/router';
import { TransferSection } from '@tallystick/shared/transfers/transfer-section';
import { Facts } from '@tallystick/shared/ui/facts';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { RetryNotice } from '@tallystick/shared/ui/retry-notice';
import { useEffect } from 'react';
import { strings } from '../strings.ts';
import { holdParty, type Party } from './load-party.ts';

/** A party of `kind`: name, id, and its transfers. */
export function PartyPage({ kind }: { readonly kind: PartyKind }) {
  const loaded = useLoaderData<Answer<Party>>();
  useEffect(() => (loaded.ok ? holdParty(kind, loaded.data) : undefined), [kind, loaded]);
  return (
    <>
      <PageHead title={strings.kinds[kind]} />
      {loaded.ok ? (
        <PartyDetails party={loaded.data} />
      ) : (
        <RetryNotice title={strings.partyFailed} text={loaded.error} />
      )}
    </>
  );
}

function PartyDetails({ party: { id, name, transfers } }: { readonly party: Party }) {
  return (
    <>
      <Facts
        facts={[
          { name: strings.name, value: name },
          { name: strings.id, value: <code>{id}</code> },
        ]}
      />
      <TransferSection title={strings.transfers} second loading={transfers} />
    </>
  );
}
