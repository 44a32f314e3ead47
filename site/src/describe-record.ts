import { visible } from '@tallystick/contract/visible';
import { findingCalls } from '@tallystick/shared/api/finding';
import { feedPath } from '@tallystick/shared/contracts/feed-path';
import { leadingId } from '@tallystick/shared/contracts/leading-id';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { isPartyKind } from '@tallystick/shared/contracts/subjects';
import { partyName } from '@tallystick/shared/format/names';
import { transferTitle } from '@tallystick/shared/format/transfer-title';
import type { AskedSubject, Fact, Head, SiteTools } from '@tallystick/site/define-site';
import { factOf, ledgerOf, listOf } from './ledger-calls.ts';

/** What a link to a transfer or to a party says. */
export async function describeRecord(asked: AskedSubject, tools: SiteTools): Promise<Fact<Head>> {
  const { subject } = asked;
  return isPartyKind(subject)
    ? await partyHead(subject, asked, tools)
    : await transferHead(asked, tools);
}

async function transferHead(
  { id, path }: AskedSubject,
  { ask, linkTo }: SiteTools,
): Promise<Fact<Head>> {
  const transfer = factOf(await ledgerOf(ask).transfer(id));
  if (transfer === 'missing' || transfer === 'unknown') return transfer;
  const title = transferTitle(transfer);
  const shown = transfer.trxn ?? transfer.item;
  return {
    title,
    description: `${title}. Transaction ${visible(shown)} on the public ledger.`,
    // Not as it was asked for: several may have one transaction id.
    path: linkTo('transfer', leadingId(transfer) ?? id) ?? path,
  };
}

async function partyHead(
  kind: PartyKind,
  { id, path }: AskedSubject,
  { ask }: SiteTools,
): Promise<Fact<Head>> {
  const [answer, counted] = await Promise.all([
    ledgerOf(ask).party(kind, id),
    findingCalls(ask).summary({ list: listOf[kind], party: id }),
  ]);
  const party = factOf(answer);
  if (party === 'missing' || party === 'unknown') return party;
  const name = partyName(party.name, id);
  return {
    title: name,
    description: `${name} is a ${kind} on the public ledger${counted.ok ? `, with ${transactions(counted.data.count)}` : ''}.`,
    path,
    feed: feedPath(kind, id),
  };
}

function transactions(count: number): string {
  return count === 1 ? '1 transaction' : `${count.toLocaleString('en-GB')} transactions`;
}
