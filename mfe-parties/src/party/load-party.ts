import { type LoadingActivity, loadActivity } from '@tallystick/shared/activity/load-activity';
import { type Answer, ledger } from '@tallystick/shared/api';
import type { PartyDetail, PartyKind } from '@tallystick/shared/contracts/party';
import { partyName } from '@tallystick/shared/format/names';
import type { LoaderFunctionArgs } from '@tallystick/shared/router';
import { type LoadingPage, loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import { partyLists } from './party-lists.ts';

/** A party, and the page of its transfers that the URL asks for. */
export interface Party extends PartyDetail {
  readonly id: string;
  readonly transfers: LoadingPage;
  readonly activity: LoadingActivity;
}

/** What a party's loader gives; `title` is its name, for the document's title. */
export type LoadedParty = Answer<Party> & { readonly title?: string };

/** Parties whose pages stand, by kind and id. */
const standing = new Map<string, Party>();

const keyOf = (kind: PartyKind, id: string) => `${kind}/${id}`;

/** Says that the page of `party` stands; returns what says that it is gone. */
export function holdParty(kind: PartyKind, party: Party): () => void {
  const key = keyOf(kind, party.id);
  standing.set(key, party);
  return () => standing.delete(key);
}

/**
 * A loader for the pages of parties of `kind`. It asks side by side for the name and the transfers
 * of the party that `:id` names; both are there when the page is. Turning the pages of the list
 * does not ask for the party again. Throws a 404 response if there is no such party.
 */
export function partyLoader(kind: PartyKind) {
  return async ({ params: { id = '' }, request }: LoaderFunctionArgs): Promise<LoadedParty> => {
    const scope = { of: kind, party: id };
    const activity = loadActivity(request, scope);
    const transfers = loadTransfers(request, scope, (query, signal) =>
      partyLists[kind]({ ...query, party: id }, signal),
    );
    const here = (party: Omit<Party, 'transfers' | 'activity'>): LoadedParty => ({
      ok: true,
      code: 200,
      data: { ...party, transfers, activity },
      title: partyName(party.name, id),
    });
    const party = standing.get(keyOf(kind, id));
    if (party) return here(party);
    const [found] = await Promise.all([ledger.party(kind, id, request.signal), transfers.answer]);
    if (found.code === 404) throw new Response(null, { status: 404 });
    return found.ok ? here({ id, ...found.data }) : found;
  };
}
