import { isDotSegment } from '@tallystick/contract/path-segments';
import { pathTo } from '@tallystick/contract/routes-about';
import { visible } from '@tallystick/contract/visible';
import { leadingId } from '@tallystick/shared/contracts/leading-id';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { SearchResult } from '@tallystick/shared/contracts/search';
import { formNames, partyName } from '@tallystick/shared/format/names';
import { strings } from '../strings.ts';
import { listPath, type SearchRoutes } from './search-routes.ts';

/** One place where a search may lead. */
export interface Option {
  /** Path of its page. */
  to: string;
  /** What the search is compared with. */
  label: string;
  isId: boolean;
  note: string;
}

/** What is found for a text, by kind; pages that the release has not are left out. */
export function optionGroups(found: SearchResult | null, text: string, routes: SearchRoutes) {
  const { groups, all } = strings.search;
  const list = { to: listPath(routes, text), label: all(text), isId: false, note: '' };
  const exact = exactOptions(found, routes);
  const parties = partyOptions(found?.parties ?? [], routes);
  const transfers = transferOptions(found, routes);
  // Who has the text as the id may have it as the name too.
  const isSaid = ({ to, label }: Option) =>
    exact.some((one) => one.to === to && one.label.toLowerCase() === label.toLowerCase());
  return [
    { title: groups.ids, options: exact },
    {
      title: title(groups.people, parties, found?.more?.parties),
      options: parties.filter((party) => !isSaid(party)),
    },
    {
      title: title(groups.transactions, transfers, found?.more?.transfers),
      options: [...transfers, list],
    },
  ].filter(({ options }) => options.length > 0);
}

/** What a group is called; where it was cut off, it says so. */
const title = (name: string, options: readonly Option[], more = false) =>
  more ? strings.search.first(name, options.length) : name;

/** Path of what has the text as its id, or of the only one with this name; null: there is none. */
export function pathOfExact(
  found: SearchResult,
  text: string,
  routes: SearchRoutes,
): string | null {
  const named = found.parties.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  const party = named.length === 1 ? partyOptions(named, routes) : [];
  return [...exactOptions(found, routes), ...party][0]?.to ?? null;
}

function exactOptions(found: SearchResult | null, routes: SearchRoutes): Option[] {
  const exact = found?.exact ?? null;
  if (exact === null) return [];
  if (exact.to === 'party') {
    const { kind, id, kinds = [kind] } = exact;
    return kinds.flatMap((one) =>
      optionTo(routes, one, id, { label: id, note: strings.search.notes[one] }),
    );
  }
  const { item, trxn } = exact;
  const note = strings.search.notes.transfer;
  const id = leadingId({ item, trxn }) ?? item;
  return optionTo(routes, 'transfer', id, { label: trxn ?? item, note });
}

/** The parties that were found, each by the first kind that it is known under. */
function partyOptions(parties: SearchResult['parties'], routes: SearchRoutes): Option[] {
  return parties.flatMap(({ id, name, kinds }) => {
    const kind = kinds.find((one) => routes.has(one));
    const note = kinds.map((one) => strings.search.notes[one]).join(', ');
    return kind === undefined
      ? []
      : optionTo(routes, kind, id, { label: partyName(name, id), note, isId: false });
  });
}

function transferOptions(found: SearchResult | null, routes: SearchRoutes): Option[] {
  const exact = found?.exact?.to === 'transfer' ? found.exact.item : null;
  return (found?.transfers ?? [])
    .filter(({ item }) => item !== exact)
    .flatMap(({ item, trxn, cred, debt, credit, debit, feat }) => {
      const names =
        credit &&
        debit &&
        strings.search.between(partyName(credit.name, cred), partyName(debit.name, debt));
      const note = [formNames[feat.form], names].filter(Boolean).join(' ');
      const id = leadingId({ item, trxn }) ?? item;
      return optionTo(routes, 'transfer', id, { label: trxn ?? item, note });
    });
}

function optionTo(
  routes: SearchRoutes,
  subject: 'transfer' | PartyKind,
  id: string,
  { label, note, isId = true }: { label: string; note: string; isId?: boolean },
): Option[] {
  const route = routes.get(subject);
  if (route === undefined) return [];
  const to = isDotSegment(id) ? listPath(routes, id) : pathTo(route, id);
  return [{ to, label: visible(label), note, isId }];
}
