import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { DataVariable } from '@tallystick/shared/contracts/transfer';
import { LRUCache } from 'lru-cache';
import { creditKindsOf, partyKey } from '../ledger/batch-changes.ts';
import type { NamedParty } from '../ledger/party-words.ts';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import type { Store } from '../store/store.ts';

/** One transfer of an export as it is kept. Its variables are null unless it is closed: they may not be read before. */
export type UnnamedTransfer = Omit<StoredTransfer, 'vars'> & { vars: DataVariable[] | null };

/** A transfer of an export with the names of its parties. */
export type ExportedTransfer = UnnamedTransfer & { credit: string; debit: string };

/** Some transfers of an export. */
export interface ExportedPart {
  /**
   * The parties that an import of the transfers needs, under each kind that could be meant. Those
   * of earlier parts are left out; one may come again after more than `maxRemembered` others.
   */
  parties: NamedParty[];
  transfers: ExportedTransfer[];
}

/** Parties whose names are remembered; most transfers are of few parties. */
const maxRemembered = 50_000;

const lookup = {
  name: 'export names',
  text: `
    select party.kind, party.id, party.name
    from unnest($1::text[], $2::text[]) as wanted (kind, id)
    join party on party.kind = wanted.kind and party.id = wanted.id`,
};

/**
 * Gives the transfers of one export the names of their parties. One statement asks for all parties
 * of a part that are not known yet. Looking up each transfer's parties in the statement that reads
 * it took half of an export's time.
 */
export function createNaming(query: Store['query']) {
  const names = new LRUCache<string, { name: string | null }>({ max: maxRemembered });

  async function learn(wanted: ReadonlyMap<string, PartyId>): Promise<NamedParty[]> {
    const ids = [...wanted.values()];
    const rows = await query<NamedParty>(lookup, [
      ids.map(({ kind }) => kind),
      ids.map(({ id }) => id),
    ]);
    const found = new Map(rows.map((party) => [partyKey(party.kind, party.id), party]));
    for (const key of wanted.keys()) names.set(key, { name: found.get(key)?.name ?? null });
    return [...wanted.keys()].flatMap((key) => found.get(key) ?? []);
  }

  return async (transfers: readonly UnnamedTransfer[]): Promise<ExportedPart> => {
    const wanted = new Map<string, PartyId>();
    const want = (kind: PartyKind, id: string) => {
      const key = partyKey(kind, id);
      // `get` also marks a name as used, so that the new names of this part do not push it out.
      if (names.get(key) === undefined) wanted.set(key, { kind, id });
    };
    for (const { form, cred, debt } of transfers) {
      for (const kind of creditKindsOf(form)) want(kind, cred);
      want('user', debt);
    }
    const parties = wanted.size > 0 ? await learn(wanted) : [];
    const nameOf = (kind: PartyKind, id: string) => names.get(partyKey(kind, id))?.name ?? '';
    return {
      parties,
      transfers: transfers.map((transfer) => ({
        ...transfer,
        credit: nameOf(transfer.cred_kind, transfer.cred),
        debit: nameOf('user', transfer.debt),
      })),
    };
  };
}

type PartyId = Pick<NamedParty, 'kind' | 'id'>;
