import { segmentOf } from '@tallystick/contract/path-segments';
import type { ReleaseDocument } from '@tallystick/contract/release';
import { pathTo, routesAbout } from '@tallystick/contract/routes-about';
import { answerOf } from '@tallystick/shared/api/answer-of';
import type { Call } from '@tallystick/shared/api/call';
import { transferChangesSchema } from '@tallystick/shared/contracts/changes';
import { feedPath } from '@tallystick/shared/contracts/feed-path';
import { leadingId } from '@tallystick/shared/contracts/leading-id';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { type TransferRow, transferListSchema } from '@tallystick/shared/contracts/transfer';
import { partyName } from '@tallystick/shared/format/names';
import { transferTitle } from '@tallystick/shared/format/transfer-title';
import { isoDate } from '@tallystick/shared/format/utc-date';
import { xmlHead, xmlText } from '../page/escape.ts';
import { type Fact, type LedgerFacts, listOf } from './ledger-facts.ts';

/** How many transfers a feed has, the newest. */
const entriesInFeed = 50;

interface FeedParts {
  facts: LedgerFacts;
  call: Call;
  siteUrl: string;
  productName: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The Atom feed of a party's newest transfers. */
export async function partyFeed(
  { kind, id }: { kind: PartyKind; id: string },
  { remotes }: Pick<ReleaseDocument, 'remotes'>,
  { facts, call, siteUrl, productName, now }: FeedParts,
): Promise<Fact<string>> {
  const data = { user: id, index: 1, items: entriesInFeed };
  const [party, answer] = await Promise.all([
    facts.party(kind, id),
    call(`transfers/list/${listOf[kind]}`, { data }),
  ]);
  if (party === 'missing' || party === 'unknown') return party;
  const rows = answerOf(answer, transferListSchema);
  if (!rows.ok) return 'unknown';
  const { list } = rows.data;
  const changed = await changesOf(list, call);
  // A reader takes no year of five digits, and shows what is dated tomorrow before all that comes until then.
  const updated = list.map(({ item, crts }) => changed.get(item) ?? Math.min(crts, now()));
  const routes = routesAbout(remotes);
  const page = routes.get(kind);
  const transaction = routes.get('transfer');
  const link = (attributes: string, path: string) =>
    `<link ${attributes}href="${xmlText(siteUrl + path)}"/>\n`;
  const entries = list.map((row, at) => {
    const id = leadingId(row);
    return [
      `<entry>\n<id>${xmlText(idOf(siteUrl, row))}</id>\n`,
      `<title>${xmlText(titleOf(row))}</title>\n`,
      `<updated>${isoDate(updated[at] ?? 0)}</updated>\n`,
      transaction && id !== null ? link('', pathTo(transaction, id)) : '',
      '</entry>\n',
    ].join('');
  });
  return [
    `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom">\n`,
    `<id>${xmlText(siteUrl + feedPath(kind, id))}</id>\n`,
    `<title>${xmlText(`Transactions of ${partyName(party.name, id)} • ${productName}`)}</title>\n`,
    `<updated>${isoDate(Math.max(0, ...updated))}</updated>\n`,
    `<author><name>${xmlText(productName)}</name></author>\n`,
    link('rel="self" type="application/atom+xml" ', feedPath(kind, id)),
    page ? link('', pathTo(page, id)) : '',
    ...entries,
    '</feed>\n',
  ].join('');
}

/**
 * When transfers were last changed, by their items; without those that were not. A ledger service of before does not
 * say it: its feeds have the times of creation.
 */
async function changesOf(
  list: readonly TransferRow[],
  call: Call,
): Promise<ReadonlyMap<string, number>> {
  const data = { items: list.map(({ item }) => item) };
  const answer = answerOf(await call('transfers/changes', { data }), transferChangesSchema);
  const changes = answer.ok ? answer.data.list : [];
  return new Map(changes.map(({ item, changed }) => [item, changed]));
}

/** Stable whatever becomes of addresses and ids for people: a tag URI (RFC 4151) of the record. */
function idOf(siteUrl: string, { item }: TransferRow): string {
  return `tag:${new URL(siteUrl).hostname},2026:transfer:${segmentOf(item)}`;
}

function titleOf({ feat, stat, crts, credit, debit, cred, debt }: TransferRow): string {
  return transferTitle({
    feat,
    status: stat,
    created: crts,
    credit: { name: credit?.name ?? '', item: cred },
    debit: { name: debit?.name ?? '', item: debt },
  });
}
