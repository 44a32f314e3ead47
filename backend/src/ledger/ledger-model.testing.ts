import type { ExportList } from '@tallystick/shared/contracts/export';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { DataVariable, TransferRow } from '@tallystick/shared/contracts/transfer';
import fc from 'fast-check';
import type { RecordResult } from './batch-changes.ts';
import type { LedgerRecord, TransferRecord } from './ledger-record.ts';

/** A ledger as simple as can be, to compare the store with. */
export interface LedgerModel {
  /** What recording the batch should answer, with the positions of rejected records alone. */
  record(records: readonly LedgerRecord[]): Pick<RecordResult, 'parties' | 'transfers'> & {
    rejected: number[];
  };
  /** The whole list, newest first. */
  list(list: ExportList, party: string): TransferRow[];
  readonly events: readonly { operation: string; item: string; doc: TransferRow }[];
}

/** An empty ledger. */
export function createModel(): LedgerModel {
  const names = new Map<string, string>();
  const transfers = new Map<string, TransferRecord>();
  const events: { operation: string; item: string; doc: TransferRow }[] = [];
  const isKnown = ({ feat, cred, debt }: TransferRecord) =>
    creditKinds[feat.form].some((kind) => names.has(`${kind}/${cred}`)) &&
    names.has(`user/${debt}`);

  return {
    events,
    record: (records) => {
      const result = { parties: none(), transfers: none(), rejected: [] as number[] };
      for (const [position, record] of records.entries()) {
        if (record.record === 'party') {
          const key = `${record.kind}/${record.id}`;
          result.parties[change(names.get(key), record.name)] += 1;
          names.set(key, record.name);
        } else if (!isKnown(record)) {
          result.rejected.push(position);
        } else {
          const { item } = record;
          const before = transfers.get(item);
          const after = { ...record, vars: record.vars ?? before?.vars ?? [] };
          const changed = change(before, after);
          result.transfers[changed] += 1;
          transfers.set(item, after);
          const operation = changed === 'inserted' ? 'insert' : 'update';
          if (changed !== 'unchanged') events.push({ operation, item, doc: row(record) });
        }
      }
      return result;
    },
    list: (list, party) =>
      [...transfers.values()]
        .filter((transfer) => belongs(list, party, transfer))
        .sort((a, b) => b.crts - a.crts || (a.item < b.item ? 1 : -1))
        .map(row),
  };
}

const creditKinds: Record<'asset' | 'data', PartyKind[]> = {
  asset: ['creator'],
  data: ['consumer', 'checker'],
};

const none = () => ({ inserted: 0, updated: 0, unchanged: 0 });

function change(before: unknown, after: unknown): 'inserted' | 'updated' | 'unchanged' {
  if (before === undefined) return 'inserted';
  return JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'updated';
}

const row = ({ item, trxn, stat, feat, crts, cred, debt }: TransferRecord): TransferRow => ({
  item,
  trxn,
  stat,
  feat,
  crts,
  cred,
  debt,
});

function belongs(list: ExportList, party: string, { feat, cred, debt }: TransferRecord): boolean {
  switch (list) {
    case 'all':
      return true;
    case 'assets':
      return feat.form === 'asset';
    case 'creator':
      return feat.form === 'asset' && cred === party;
    case 'consumer':
      return feat.form === 'data' && cred === party;
    case 'user':
      return debt === party;
  }
}

const ids = ['a', 'b', 'ä', 'c%'] as const;
const day = 86_400_000;

/** A party out of a few. */
export const partyRecord: fc.Arbitrary<LedgerRecord> = fc.record({
  record: fc.constant('party'),
  kind: fc.constantFrom('user', 'creator', 'consumer', 'checker'),
  id: fc.constantFrom(...ids),
  name: fc.constantFrom('Alma', 'Bruno 7', 'ÇELIK'),
});

/** A transfer with one of so many items, on a few days near each other and far apart. */
export const transferRecord = (items: number): fc.Arbitrary<LedgerRecord> =>
  fc.record({
    record: fc.constant('transfer'),
    item: fc.nat(items - 1).map((n) => `t${n}`),
    trxn: fc.constantFrom('x1', 'X2', 't1', null),
    stat: fc.nat(9),
    feat: fc.record({ form: fc.constantFrom('asset', 'data'), sort: fc.constant('transfer') }),
    crts: fc
      .tuple(fc.constantFrom(0, 1, 63, 64, 65, 15_000, 15_007), fc.constantFrom(0, 1, day - 1))
      .map(([days, rest]) => days * day + rest),
    cred: fc.constantFrom(...ids),
    debt: fc.constantFrom(...ids),
    vars: fc.constantFrom<(DataVariable[] | undefined)[]>(
      undefined,
      [],
      [{ name: 'rating', memo: '', data: 0.1 }],
      [{ name: 'rating', memo: '"\\', data: null }],
    ),
  });

/** Every party that `partyRecord` could give. */
export const everyParty: LedgerRecord[] = (
  ['user', 'creator', 'consumer', 'checker'] as const
).flatMap((kind) => ids.map((id) => ({ record: 'party', kind, id, name: `${kind} ${id}` })));

/** Ids of parties. */
export const partyIds: readonly string[] = ids;
