import type { ReleaseDocument } from '@tallystick/contract/release';
import { pathTo, routesAbout } from '@tallystick/contract/routes-about';
import { visible } from '@tallystick/contract/visible';
import { feedPath } from '@tallystick/shared/contracts/feed-path';
import { leadingId } from '@tallystick/shared/contracts/leading-id';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { isPartyKind } from '@tallystick/shared/contracts/subjects';
import { partyName } from '@tallystick/shared/format/names';
import { transferTitle } from '@tallystick/shared/format/transfer-title';
import { type Address, addressIn } from '../page/address.ts';
import type { Head } from '../page/head.ts';
import type { Fact, LedgerFacts } from './ledger-facts.ts';

/** What a link to an address leads to. */
export interface Described {
  owner: string | null;
  status: 200 | 404;
  head: Head;
}

export type DescribeAddress = ReturnType<typeof describer>;

/** Says of an address (path and query of a URL) what its page is about; asks the ledger if it must. */
export function describer(facts: LedgerFacts) {
  return async (url: string, document: Pick<ReleaseDocument, 'remotes'>): Promise<Described> => {
    const [path = '/', query = ''] = url.split('?', 2);
    const address = addressIn(path, document);
    const { owner, route } = address;
    const page = Number(/(?:^|&)page=([1-9]\d{0,8})(?:&|$)/.exec(query)?.[1] ?? '1');
    const found = { owner, status: 200 } as const;
    // Whatever a site has, its address as such is there.
    if (route === null) return path === '/' ? { ...found, head: plainHead(null) } : notFound(owner);
    const { about: subject } = route;
    if (subject !== 'transfer' && !isPartyKind(subject)) {
      return { ...found, head: plainHead(address, page) };
    }
    const about =
      subject === 'transfer'
        ? await transferHead(facts, address, document)
        : await partyHead(facts, subject, address, page);
    if (about === 'missing') return notFound(owner);
    // The id may be anything as long as the ledger has not said that it knows it.
    if (about === 'unknown') return { ...found, head: { ...plainHead(address), path: null } };
    return { ...found, head: about };
  };
}

function notFound(owner: string | null): Described {
  const head = { title: 'Not Found', description: 'Nothing has this address.', path: null };
  return { owner, status: 404, head };
}

function plainHead(address: Address | null, page = 1): Head {
  const route = address?.route ?? null;
  const words = route?.description ?? route?.layout?.media?.data?.text;
  return {
    title: route?.page ?? null,
    ...(words !== undefined && { description: words }),
    path: address && withPage(address.path, page),
  };
}

async function transferHead(
  facts: LedgerFacts,
  { route, id }: Address,
  { remotes }: Pick<ReleaseDocument, 'remotes'>,
): Promise<Fact<Head>> {
  const transfer = await facts.transfer(id);
  if (transfer === 'missing' || transfer === 'unknown') return transfer;
  const title = transferTitle(transfer);
  const shown = transfer.trxn ?? transfer.item;
  const link = routesAbout(remotes).get('transfer') ?? route;
  return {
    title,
    description: `${title}. Transaction ${visible(shown)} on the public ledger.`,
    // Not as it was asked for: several may have one transaction id.
    path: link && pathTo(link, leadingId(transfer) ?? id),
  };
}

async function partyHead(
  facts: LedgerFacts,
  kind: PartyKind,
  { id, path }: Address,
  page: number,
): Promise<Fact<Head>> {
  const party = await facts.party(kind, id);
  if (party === 'missing' || party === 'unknown') return party;
  const { transfers } = party;
  const name = partyName(party.name, id);
  const many =
    transfers === 1 ? '1 transaction' : `${transfers?.toLocaleString('en-GB')} transactions`;
  return {
    title: name,
    description: `${name} is a ${kind} on the public ledger${transfers === null ? '' : `, with ${many}`}.`,
    path: withPage(path, page),
    feed: feedPath(kind, id),
  };
}

/** A list's other pages are addresses of their own; what else a query says shows a part of the same. */
function withPage(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
