import { type PartyDetail, type PartyKind, partyKinds } from '@tallystick/shared/contracts/party';
import type { Store } from '../store/store.ts';

const everyKind = partyKinds.map((kind) => `'${kind}'`).join(', ');

const party = {
  name: 'party',
  text: `
    select name, array(
      select other.kind from unnest(array[${everyKind}]) with ordinality as each (kind, position)
      join party other on other.kind = each.kind and other.id = $2
      order by position
    ) as kinds
    from party where kind = $1 and id = $2`,
};

/** The party with this id under this kind, and every kind under which the id is known. */
export async function findParty(
  store: Pick<Store, 'query'>,
  kind: PartyKind,
  id: string,
): Promise<PartyDetail | undefined> {
  const [row] = await store.query<PartyDetail>(party, [kind, id]);
  return row;
}
