import type { ExportList } from '@tallystick/shared/contracts/export';
import type { ListFilters } from '@tallystick/shared/contracts/list-filters';
import type { CreditKind } from '@tallystick/shared/contracts/party';
import type { TransferSummary } from '@tallystick/shared/contracts/summary';
import type { DataVariable, TransferRow } from '@tallystick/shared/contracts/transfer';
import fc from 'fast-check';
import type { EventDocument } from '../store/schema.ts';
import type { RecordResult } from './batch-changes.ts';
import type { LedgerRecord, TransferRecord } from './ledger-record.ts';

/** What can be asked of a list. */
export interface ModelQuery {
  list: ExportList;
  party: string;
  search?: string;
  filters?: ListFilters;
}

/** A ledger as simple as can be, to compare the store with. */
export interface LedgerModel {
  /** What recording the batch should answer, with the positions of rejected records alone. */
  record(records: readonly LedgerRecord[]): Pick<RecordResult, 'parties' | 'transfers'> & {
    rejected: number[];
  };
  /** The whole list under its filters, newest first. */
  list(query: ModelQuery): TransferRow[];
  summary(query: ModelQuery): TransferSummary;
  readonly events: readonly { operation: string; item: string; doc: EventDocument }[];
}

/** An empty ledger. */
export function createModel(): LedgerModel {
  const names = new Map<string, string>();
  const transfers = new Map<string, TransferRecord & { kind: CreditKind }>();
  const events: { operation: string; item: string; doc: EventDocument }[] = [];
  const kindOf = ({ feat, cred, debt }: TransferRecord) =>
    names.has(`user/${debt}`)
      ? creditKinds[feat.form].find((kind) => names.has(`${kind}/${cred}`))
      : undefined;
  const row = ({ kind, ...transfer }: TransferRecord & { kind: CreditKind }): TransferRow => {
    const { item, trxn, stat, feat, crts, cred, debt } = transfer;
    const credit = { name: names.get(`${kind}/${cred}`) ?? '', kind };
    const debit = { name: names.get(`user/${debt}`) ?? '' };
    return { item, trxn, stat, feat, crts, cred, debt, credit, debit };
  };
  const list = ({ list, party, search = '', filters = {} }: ModelQuery) =>
    [...transfers.values()]
      .map(row)
      .filter((transfer) => belongs(list, party, transfer))
      .filter((transfer) => passes(filters, transfer) && isHit(search, transfer))
      .sort((a, b) => b.crts - a.crts || (a.item < b.item ? 1 : -1));

  return {
    events,
    record: (records) => {
      const result = { parties: none(), transfers: none(), rejected: [] as number[] };
      for (const [position, record] of records.entries()) {
        if (record.record === 'party') {
          const key = `${record.kind}/${record.id}`;
          result.parties[change(names.get(key), record.name)] += 1;
          names.set(key, record.name);
          continue;
        }
        const kind = kindOf(record);
        if (kind === undefined) {
          result.rejected.push(position);
          continue;
        }
        const { item } = record;
        const old = transfers.get(item);
        const { kind: _, ...before } = old ?? { kind };
        const after = { ...record, vars: record.vars ?? old?.vars ?? [] };
        const changed = change(old && before, after);
        result.transfers[changed] += 1;
        if (changed === 'unchanged') continue;
        transfers.set(item, { ...after, kind });
        const operation = changed === 'inserted' ? 'insert' : 'update';
        const doc = row({ ...after, kind });
        const moved = old !== undefined && placeOf(old) !== placeOf(after);
        events.push({ operation, item, doc: moved ? { ...doc, was: wasOf(old) } : doc });
      }
      return result;
    },
    list,
    summary: ({ filters: { form, stat, ...others } = {}, ...query }) => {
      const count = (filters: ListFilters) => list({ ...query, filters }).length;
      const ofForm = { ...others, ...(stat && { stat }) };
      const ofStatus = { ...others, ...(form && { form }) };
      const all = list({ ...query, filters: { ...ofForm, ...ofStatus } });
      return {
        count: all.length,
        first: all.at(-1)?.crts ?? null,
        last: all[0]?.crts ?? null,
        forms: {
          asset: count({ ...ofForm, form: 'asset' }),
          data: count({ ...ofForm, form: 'data' }),
        },
        statuses: Array.from({ length: 10 }, (_, one) => count({ ...ofStatus, stat: [one] })),
        sequence: events.length,
      };
    },
  };
}

const creditKinds: Record<'asset' | 'data', CreditKind[]> = {
  asset: ['creator'],
  data: ['consumer', 'checker'],
};

const wasOf = ({ feat, crts, cred, debt }: TransferRecord) => ({ feat, crts, cred, debt });
const placeOf = ({ feat, crts, cred, debt }: TransferRecord) =>
  JSON.stringify([feat.form, crts, cred, debt]);

const none = () => ({ inserted: 0, updated: 0, unchanged: 0 });

function change(before: unknown, after: unknown): 'inserted' | 'updated' | 'unchanged' {
  if (before === undefined) return 'inserted';
  return JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'updated';
}

function belongs(list: ExportList, party: string, { feat, cred, debt }: TransferRow): boolean {
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

function passes(
  { form, stat, from, to, credit, debit }: ListFilters,
  transfer: TransferRow,
): boolean {
  const created = new Date(transfer.crts).toISOString().slice(0, 10);
  return (
    (form ?? transfer.feat.form) === transfer.feat.form &&
    (stat ?? [transfer.stat]).includes(transfer.stat) &&
    (from ?? created) <= created &&
    created <= (to ?? created) &&
    (credit ?? transfer.cred) === transfer.cred &&
    (debit ?? transfer.debt) === transfer.debt
  );
}

/** For searches of three letters and more, which are no whole id. */
function isHit(search: string, { trxn, item, cred, credit, debt, debit }: TransferRow): boolean {
  const text = [trxn, item, cred, credit?.name, debt, debit?.name].filter((part) => part !== null);
  return text.join(' ').toLowerCase().includes(search);
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

const days = ['1970-01-01', '1970-01-02', '1970-03-05', '2011-01-26', '2011-02-02', '2026-01-01'];

/** Any list, under filters that narrow it or leave nothing, with a search or without. */
export const modelQuery: fc.Arbitrary<ModelQuery> = fc.record(
  {
    list: fc.constantFrom('all', 'assets', 'creator', 'consumer', 'user'),
    party: fc.constantFrom(...ids),
    search: fc.constantFrom('alm', 'bruno', 'user ', 'çel'),
    filters: fc.record(
      {
        form: fc.constantFrom('asset', 'data'),
        stat: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 6 }),
        from: fc.constantFrom(...days),
        to: fc.constantFrom(...days),
        credit: fc.constantFrom(...ids),
        debit: fc.constantFrom(...ids),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['list', 'party'] },
);
