import { type Answer, ledger } from '@tallystick/shared/api';
import type { RemoteWidgets } from '@tallystick/shared/composition';
import type { PartyDetail } from '@tallystick/shared/contracts/party';
import { useEffect, useState } from 'react';
import { PartyFacts } from './party/party-facts.tsx';
import { strings } from './strings.ts';

/** For pages of other remotes: who a party is, and the ways to its pages. */
export function Widget({ kind, id }: RemoteWidgets['mfe-parties']['./party-card']) {
  const [found, setFound] = useState<Answer<PartyDetail> | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    void ledger.party(kind, id, gone.signal).then(
      (answer) => setFound(answer),
      // The card is gone: nobody waits for the answer.
      () => {},
    );
    return () => gone.abort();
  }, [kind, id]);
  if (found === null) return <p role="status">{strings.pleaseWait}</p>;
  if (!found.ok) return <p role="alert">{`${strings.partyFailed}. ${found.error}`}</p>;
  return <PartyFacts kind={kind} party={{ id, ...found.data }} />;
}
