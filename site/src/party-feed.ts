import { segmentOf, valuesIn } from '@tallystick/contract/path-segments';
import { answerOf } from '@tallystick/shared/api/answer-of';
import { transferChangesSchema } from '@tallystick/shared/contracts/changes';
import { feedPath } from '@tallystick/shared/contracts/feed-path';
import { leadingId } from '@tallystick/shared/contracts/leading-id';
import { partyKinds } from '@tallystick/shared/contracts/party';
import { type TransferRow, transferListSchema } from '@tallystick/shared/contracts/transfer';
import { partyName } from '@tallystick/shared/format/names';
import { transferTitle } from '@tallystick/shared/format/transfer-title';
import { isoDate } from '@tallystick/shared/format/utc-date';
import type { AskApi, Fact, SiteTools } from '@tallystick/site/define-site';
import { xmlHead, xmlText } from '@tallystick/site/xml';
import * as v from 'valibot';
import { factOf, ledgerOf, listOf } from './ledger-calls.ts';

/** How many transfers a feed has, the newest. */
const entriesInFeed = 50;

const feedSchema = v.object({
  kind: v.picklist(partyKinds),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

/** The Atom feed of a party's newest transfers. */
export async function partyFeed(
  path: string,
  { ask, askLong, linkTo, siteUrl, productName, now }: SiteTools,
): Promise<Fact<string>> {
  const asked = partyIn(path);
  if (asked === null) return 'missing';
  const { kind, id } = asked;
  const data = { user: id, index: 1, items: entriesInFeed };
  const [found, answer] = await Promise.all([
    ledgerOf(ask).party(kind, id),
    askLong(`transfers/list/${listOf[kind]}`, { data }),
  ]);
  const party = factOf(found);
  if (party === 'missing' || party === 'unknown') return party;
  const rows = answerOf(answer, transferListSchema);
  if (!rows.ok) return 'unknown';
  const { list } = rows.data;
  const changed = await changesOf(list, askLong);
  // A reader takes no year of five digits, and shows what is dated tomorrow before all that comes until then.
  const updated = list.map(({ item, crts }) => changed.get(item) ?? Math.min(crts, now()));
  const page = linkTo(kind, id);
  const link = (attributes: string, path: string) =>
    `<link ${attributes}href="${xmlText(siteUrl + path)}"/>\n`;
  const entries = list.map((row, at) => {
    const id = leadingId(row);
    const transaction = id === null ? null : linkTo('transfer', id);
    return [
      `<entry>\n<id>${xmlText(idOf(siteUrl, row))}</id>\n`,
      `<title>${xmlText(titleOf(row))}</title>\n`,
      `<updated>${isoDate(updated[at] ?? 0)}</updated>\n`,
      transaction === null ? '' : link('', transaction),
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
    page === null ? '' : link('', page),
    ...entries,
    '</feed>\n',
  ].join('');
}

/** The party whose feed a path such as `/feeds/user/ada.atom` names; null if it names none. */
function partyIn(path: string): v.InferOutput<typeof feedSchema> | null {
  const [, kind, file, ...more] = valuesIn(path);
  const id = file?.endsWith('.atom') ? file.slice(0, -'.atom'.length) : '';
  const asked = v.safeParse(feedSchema, { kind, id });
  return asked.success && more.length === 0 ? asked.output : null;
}

/**
 * When transfers were last changed, by their items; without those that were not. A ledger service of before does not
 * say it: its feeds have the times of creation.
 */
async function changesOf(
  list: readonly TransferRow[],
  ask: AskApi,
): Promise<ReadonlyMap<string, number>> {
  const data = { items: list.map(({ item }) => item) };
  const answer = answerOf(await ask('transfers/changes', { data }), transferChangesSchema);
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
