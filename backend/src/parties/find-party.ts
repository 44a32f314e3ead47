import type { PartyDetail, PartyKind } from '@tallystick/shared/contracts/party';
import type { Store } from '../store/store.ts';

const party = { name: 'party', text: 'select name from party where kind = $1 and id = $2' };

/** The party with this id under this kind. */
export async function findParty(
  store: Pick<Store, 'query'>,
  kind: PartyKind,
  id: string,
): Promise<PartyDetail | undefined> {
  const [row] = await store.query<PartyDetail>(party, [kind, id]);
  return row;
}
