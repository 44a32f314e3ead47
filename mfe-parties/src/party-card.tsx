import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
import type { RemoteWidgets } from '@tallystick/shared/composition';
import { PartyFacts } from './party/party-facts.tsx';
import { strings } from './strings.ts';

type CardProps = RemoteWidgets['mfe-parties']['./party-card'];

/** Shown on pages of other remotes: who a party is, with links to its pages. */
export function Widget({ kind, id }: CardProps) {
  // Keyed by party. Otherwise the old party's data would stay on screen until the new answer arrives.
  return <Card key={`${kind}/${id}`} kind={kind} id={id} />;
}

function Card({ kind, id }: CardProps) {
  const found = useAnswer(`${kind}/${id}`, (signal) => ledger.party(kind, id, signal));
  if (found === null) return <p role="status">{strings.pleaseWait}</p>;
  if (!found.ok) return <p role="alert">{`${strings.partyFailed}. ${found.error}`}</p>;
  return <PartyFacts kind={kind} party={{ id, ...found.data }} withName />;
}
