import type { Answer } from '@tallystick/shared/api';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { useLoaderData } from '@tallystick/shared/router';
import { FeedMark } from '@tallystick/shared/transfers/feed-mark';
import { LiveTransfers } from '@tallystick/shared/transfers/live-transfers';
import { Facts } from '@tallystick/shared/ui/facts';
import { PageHead } from '@tallystick/shared/ui/page-head';
import { RetryNotice } from '@tallystick/shared/ui/retry-notice';
import { strings } from '../strings.ts';
import type { Party } from './load-party.ts';

/** A party of `kind`: name, id, and its transfers. */
export function PartyPage({ kind }: { readonly kind: PartyKind }) {
  const loaded = useLoaderData<Answer<Party>>();
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
      <PageHead title={strings.transfers} second>
        <FeedMark />
      </PageHead>
      <LiveTransfers loaded={transfers} />
    </>
  );
}
