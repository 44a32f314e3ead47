import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
import type { RemoteWidgets } from '@tallystick/shared/composition';
import { PartyFacts } from './party/party-facts.tsx';
import { strings } from './strings.ts';

/** For pages of other remotes: who a party is, and the ways to its pages. */
export function Widget({ kind, id }: RemoteWidgets['mfe-parties']['./party-card']) {
  const found = useAnswer(`${kind}/${id}`, (signal) => ledger.party(kind, id, signal));
  if (found === null) return <p role="status">{strings.pleaseWait}</p>;
  if (!found.ok) return <p role="alert">{`${strings.partyFailed}. ${found.error}`}</p>;
  return <PartyFacts kind={kind} party={{ id, ...found.data }} named />;
}
