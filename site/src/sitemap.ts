import { answerOf } from '@tallystick/shared/api/answer-of';
import {
  partyAddressesSchema,
  transferAddressesSchema,
} from '@tallystick/shared/contracts/addresses';
import { partyKinds } from '@tallystick/shared/contracts/party';
import type { SitemapList } from '@tallystick/site/define-site';

/** The addresses of transfers, the oldest first. */
export const transferAddresses: SitemapList = async (page, { askLong, linkTo }) => {
  if (linkTo('transfer', 'any') === null) return none;
  const answer = await askLong('transfers/addresses', { data: { page } });
  const read = answerOf(answer, transferAddressesSchema);
  if (!read.ok) return 'unknown';
  const { list, pages } = read.data;
  return { pages, paths: list.flatMap(({ id }) => linkTo('transfer', id) ?? []) };
};

/** The addresses of parties, in the order in which they were recorded. */
export const partyAddresses: SitemapList = async (page, { askLong, linkTo }) => {
  if (partyKinds.every((kind) => linkTo(kind, 'any') === null)) return none;
  const answer = await askLong('parties/addresses', { data: { page } });
  const read = answerOf(answer, partyAddressesSchema);
  if (!read.ok) return 'unknown';
  const { list, pages } = read.data;
  return { pages, paths: list.flatMap(({ kind, id }) => linkTo(kind, id) ?? []) };
};

/** No page of the release is about them. */
const none = { pages: 0, paths: [] };
