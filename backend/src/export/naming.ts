import type { CreditKind, PartyKind } from '@tallystick/shared/contracts/party';
import type { DataVariable } from '@tallystick/shared/contracts/transfer';
import { LRUCache } from 'lru-cache';
import { creditKindsOf, partyKey } from '../ledger/batch-changes.ts';
import type { NamedParty } from '../ledger/party-words.ts';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import type { Store } from '../store/store.ts';

/** One transfer of an export as it is kept. Its variables are null unless it is closed: they may not be read before. */
export type UnnamedTransfer = Omit<StoredTransfer, 'vars'> & { vars: DataVariable[] | null };

/** With the names of its parties: of the credit party under each kind that could be meant, null where it has none. */
export type ExportedTransfer = UnnamedTransfer &
  Record<CreditKind, string | null> & { debit: string };

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
 * Gives the transfers of one export the names of their parties. The parties of a part that are not known yet are
 * asked for in one statement: to look up each transfer's parties where it is read took half of an export's time.
 */
export function createNaming(query: Store['query']) {
  const names = new LRUCache<string, { name: string | null }>({ max: maxRemembered });

  async function learn(wanted: ReadonlyMap<string, readonly [PartyKind, string]>): Promise<void> {
    const parties = [...wanted.values()];
    const values = [parties.map(([kind]) => kind), parties.map(([, id]) => id)];
    for (const key of wanted.keys()) names.set(key, { name: null });
    for (const { kind, id, name } of await query<NamedParty>(lookup, values)) {
      names.set(partyKey(kind, id), { name });
    }
  }

  return async (transfers: readonly UnnamedTransfer[]): Promise<ExportedTransfer[]> => {
    const wanted = new Map<string, readonly [PartyKind, string]>();
    for (const transfer of transfers) {
      for (const [kind, id] of partiesOf(transfer)) {
        const key = partyKey(kind, id);
        // Also counts as a use: what this part needs is not what gives way to its new names.
        if (names.get(key) === undefined) wanted.set(key, [kind, id]);
      }
    }
    if (wanted.size > 0) await learn(wanted);
    const nameOf = (kind: PartyKind, id: string) => names.get(partyKey(kind, id))?.name ?? null;
    return transfers.map((transfer) => {
      const kinds = creditKindsOf(transfer.form);
      const name = (kind: CreditKind) =>
        kinds.includes(kind) ? nameOf(kind, transfer.cred) : null;
      return {
        ...transfer,
        creator: name('creator'),
        consumer: name('consumer'),
        checker: name('checker'),
        debit: nameOf('user', transfer.debt) ?? '',
      };
    });
  };
}

const partiesOf = ({ form, cred, debt }: UnnamedTransfer): (readonly [PartyKind, string])[] => [
  ...creditKindsOf(form).map((kind) => [kind, cred] as const),
  ['user', debt],
];
