import { type LoadingActivity, loadActivity } from '@tallystick/shared/activity/load-activity';
import { type Answer, ledger } from '@tallystick/shared/api';
import type { Counterparties } from '@tallystick/shared/contracts/counterparties';
import type { PartyDetail, PartyKind } from '@tallystick/shared/contracts/party';
import type { TransferSummary } from '@tallystick/shared/contracts/summary';
import { partyName } from '@tallystick/shared/format/names';
import { type LateAnswer, lateAnswer } from '@tallystick/shared/late/late-answer';
import { type LoaderFunctionArgs, redirect } from '@tallystick/shared/router';
import { type LoadingPage, loadTransfers } from '@tallystick/shared/transfers/load-transfers';
import { partyPath } from '@tallystick/shared/transfers/paths';
import { listOf } from '@tallystick/shared/transfers/scope';
import { partyLists } from './party-lists.ts';

/** A party, and the page of its transfers that the URL asks for. */
export interface Party extends PartyDetail {
  readonly id: string;
  readonly transfers: LoadingPage;
  readonly activity: LoadingActivity;
  /** The first counts; undefined where the page stands already. */
  readonly figures?: Figures | undefined;
}

interface Figures {
  readonly summary: LateAnswer<TransferSummary>;
  readonly counterparties: LateAnswer<Counterparties>;
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
 * A loader for the pages of parties of `kind`. It asks side by side for the name, the transfers and the figures
 * of the party that `:id` names. All are there when the page is, so it keeps no room for them. Turning the pages of the list
 * does not ask for the party again. Throws a 404 response if there is no such party, and leads on where exactly one has
 * the id in another case.
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
    const figures: Figures = {
      summary: lateAnswer(ledger.summary(listOf(scope), request.signal)),
      counterparties: lateAnswer(ledger.counterparties(kind, id, request.signal)),
    };
    const [found] = await Promise.all([
      ledger.party(kind, id, request.signal),
      transfers.answer,
      figures.summary.answer,
      figures.counterparties.answer,
    ]);
    if (found.code === 404) {
      const path = await pathInOtherCase(kind, id, request);
      throw path === null ? new Response(null, { status: 404 }) : redirect(path);
    }
    return found.ok ? here({ id, ...found.data, figures }) : found;
  };
}

/** Path of the only party whose id differs in case alone; null: there is none, or several. */
async function pathInOtherCase(kind: PartyKind, id: string, { url, signal }: Request) {
  const found = await ledger.search(id, signal);
  const exact = found.ok ? found.data.exact : null;
  if (exact?.to !== 'party' || exact.id === id) return null;
  const isKnown = (exact.kinds ?? [exact.kind]).includes(kind);
  return isKnown ? partyPath({ kind, id: exact.id }) + new URL(url).search : null;
}
