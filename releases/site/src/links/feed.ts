import { answerOf } from '@tallystick/shared/api/answer-of';
import type { Call } from '@tallystick/shared/api/call';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { type TransferRow, transferListSchema } from '@tallystick/shared/contracts/transfer';
import { partyTitle, transferTitle } from '@tallystick/shared/format/titles';
import { isoDate } from '@tallystick/shared/format/utc-date';
import { pathOf } from '../page/address.ts';
import { feedPath } from './feed-path.ts';
import { type Fact, type LedgerFacts, listOf } from './ledger-facts.ts';
import { xmlHead, xmlText } from './xml.ts';

/** How many transfers a feed has, the newest. */
const entriesInFeed = 50;
/** Of a feed without a transfer. */
const never = '1970-01-01T00:00:00.000Z';

interface FeedParts {
  facts: LedgerFacts;
  call: Call;
  siteUrl: string;
  productName: string;
}

/** The Atom feed of a party's newest transfers. */
export async function partyFeed(
  { kind, id }: { kind: PartyKind; id: string },
  { remotes }: Pick<ReleaseDocument, 'remotes'>,
  { facts, call, siteUrl, productName }: FeedParts,
): Promise<Fact<string>> {
  const data = { user: id, index: 1, items: entriesInFeed };
  const [party, answer] = await Promise.all([
    facts.party(kind, id),
    call(`transfers/list/${listOf[kind]}`, { data }),
  ]);
  if (party === 'missing' || party === 'unknown') return party;
  const rows = answerOf(answer, transferListSchema);
  if (!rows.ok) return 'unknown';
  const routes = remotes.flatMap(({ declaration }) => declaration.routes);
  const page = routes.find(({ about }) => about === kind);
  const transaction = routes.find(({ about }) => about === 'transfer');
  const link = (attributes: string, path: string) =>
    `<link ${attributes}href="${xmlText(siteUrl + path)}"/>\n`;
  const entries = rows.data.list.map((row) =>
    [
      `<entry>\n<id>${xmlText(idOf(siteUrl, row))}</id>\n`,
      `<title>${xmlText(titleOf(row))}</title>\n`,
      `<updated>${isoDate(row.crts) ?? never}</updated>\n`,
      transaction ? link('', pathOf(transaction, row.trxn ?? row.item)) : '',
      '</entry>\n',
    ].join(''),
  );
  const [newest] = rows.data.list;
  return [
    `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom">\n`,
    `<id>${xmlText(siteUrl + feedPath(kind, id))}</id>\n`,
    `<title>${xmlText(`${partyTitle(kind, party.name)} • ${productName}`)}</title>\n`,
    `<updated>${(newest && isoDate(newest.crts)) ?? never}</updated>\n`,
    `<author><name>${xmlText(productName)}</name></author>\n`,
    link('rel="self" type="application/atom+xml" ', feedPath(kind, id)),
    page ? link('', pathOf(page, id)) : '',
    ...entries,
    '</feed>\n',
  ].join('');
}

/** Stable whatever becomes of addresses and ids for people: a tag URI (RFC 4151) of the record. */
function idOf(siteUrl: string, { item }: TransferRow): string {
  return `tag:${new URL(siteUrl).hostname},2026:transfer:${encodeURIComponent(item)}`;
}

function titleOf({ feat, stat, crts, credit, debit, cred, debt }: TransferRow): string {
  return transferTitle({
    feat,
    status: stat,
    created: crts,
    credit: credit ?? { name: cred },
    debit: debit ?? { name: debt },
  });
}
