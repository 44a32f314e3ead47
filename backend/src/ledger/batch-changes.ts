import type { Was } from '@tallystick/shared/contracts/live';
import type { CreditKind, PartyKind } from '@tallystick/shared/contracts/party';
import type { DataVariable, TransferForm } from '@tallystick/shared/contracts/transfer';
import type { EventDocument } from '../store/schema.ts';
import { type Counts, noCounts } from './counts.ts';
import type { LedgerRecord, PartyRecord, TransferRecord } from './ledger-record.ts';
import type { NamedParty } from './party-words.ts';
import { dayOf, scopesOf } from './scope.ts';
import { searchText } from './search.ts';
import {
  namedRow,
  type RowColumns,
  rowColumns,
  type StoredTransfer,
  transferRow,
} from './transfer-row.ts';

/** What became of a batch; `position` counts its records from 0. */
export interface RecordResult {
  parties: Counts;
  transfers: Counts;
  rejected: { position: number; error: string }[];
}

/** What the store knows, before the batch, of the parties and transfers that a batch names. */
export interface Known {
  /** Names, by `partyKey`. */
  parties: Map<string, string>;
  /** Transfers, by item. */
  transfers: Map<string, StoredTransfer>;
}

/** A transfer with the text that searches look through. */
export type SearchableTransfer = StoredTransfer & { search: string };

/** How many transfers of a form and status a scope has on a day. */
export type DailyCount = {
  scope: string;
  day: number;
  form: TransferForm;
  stat: number;
  n: number;
};

/** Everything that is to be written for a batch. */
export interface BatchChanges {
  parties: NamedParty[];
  /** Parties of `parties` that had another name, so that searches must find the new one. */
  renamed: { kind: PartyKind; id: string; before: string }[];
  /** Transfers that are new, as they are after the batch. */
  inserts: SearchableTransfer[];
  /** Transfers that the store has in another state, as they are after the batch. */
  updates: SearchableTransfer[];
  /** Each state of a transfer that the batch brought, in their order. */
  states: StoredTransfer[];
  dailyCounts: DailyCount[];
  events: { operation: 'insert' | 'update'; item: string; doc: EventDocument }[];
  result: RecordResult;
}

/** One key for a party's kind and id. */
export const partyKey = (kind: PartyKind, id: string): string => `${kind}/${id}`;

/** The key of a daily count. */
export const countKey = ({ scope, day, form, stat }: Omit<DailyCount, 'n'>): string =>
  `${scope} ${day} ${form} ${stat}`;

/**
 * Works out what a batch changes, one record after the other, as if each were recorded alone.
 * Takes over `known` and leaves it as it is after the batch.
 */
export function changesOf(records: readonly LedgerRecord[], known: Known): BatchChanges {
  const result: RecordResult = { parties: noCounts(), transfers: noCounts(), rejected: [] };
  const parties = new Map<string, NamedParty>();
  /** Renamed parties, by `partyKey`; `before` is the name that the store has. */
  const renamed = new Map<string, BatchChanges['renamed'][number]>();
  /** Parties that the store does not have. */
  const added = new Set<string>();
  /** Items to write, and whether the store has them already. */
  const items = new Map<string, 'insert' | 'update'>();
  const events: BatchChanges['events'] = [];
  const states: StoredTransfer[] = [];
  const dailyCounts = new Map<string, DailyCount>();

  const count = ({ stat, form, crts, ...parts }: StoredTransfer, n: 1 | -1) => {
    const day = dayOf(crts);
    for (const scope of scopesOf({ form, ...parts })) {
      const key = countKey({ scope, day, form, stat });
      const known = dailyCounts.get(key)?.n ?? 0;
      dailyCounts.set(key, { scope, day, form, stat, n: known + n });
    }
  };

  const recordParty = ({ kind, id, name }: PartyRecord) => {
    const key = partyKey(kind, id);
    const before = known.parties.get(key);
    if (name === before) {
      result.parties.unchanged += 1;
      return;
    }
    result.parties[before === undefined ? 'inserted' : 'updated'] += 1;
    known.parties.set(key, name);
    parties.set(key, { kind, id, name });
    if (before === undefined) added.add(key);
    else if (!added.has(key) && !renamed.has(key)) renamed.set(key, { kind, id, before });
  };

  const recordTransfer = (record: TransferRecord, position: number) => {
    const before = known.transfers.get(record.item);
    const after = storedTransfer(record, known.parties, before?.vars);
    if (typeof after === 'string') {
      result.rejected.push({ position, error: after });
      return;
    }
    if (before && isSame(before, after)) {
      result.transfers.unchanged += 1;
      return;
    }
    if (before) count(before, -1);
    count(after, 1);
    const operation = before ? 'update' : 'insert';
    result.transfers[before ? 'updated' : 'inserted'] += 1;
    known.transfers.set(record.item, after);
    states.push(after);
    if (!items.has(record.item)) items.set(record.item, operation);
    const doc = namedRow({ ...after, ...namesOf(after, known.parties) });
    const was = before && wasOf(before, after);
    events.push({ operation, item: record.item, doc: { ...doc, ...(was && { was }) } });
  };

  for (const [position, record] of records.entries()) {
    if (record.record === 'party') recordParty(record);
    else recordTransfer(record, position);
  }
  const inserts: SearchableTransfer[] = [];
  const updates: SearchableTransfer[] = [];
  for (const [item, operation] of items) {
    const transfer = known.transfers.get(item);
    if (!transfer) continue;
    (operation === 'insert' ? inserts : updates).push(searchable(transfer, known.parties));
  }
  return {
    parties: [...parties.values()],
    renamed: [...renamed.values()],
    inserts,
    updates,
    states,
    dailyCounts: [...dailyCounts.values()].filter(({ n }) => n !== 0),
    events,
    result,
  };
}

/** What searches look through for a transfer: its ids, and its parties' ids and names. */
export function searchOf(
  { item, trxn, cred, debt }: RowColumns,
  { credit, debit }: { credit: string; debit: string },
): string {
  return searchText([trxn, item, cred, credit, debt, debit]);
}

/** Names of parties, by `partyKey`. */
type Names = ReadonlyMap<string, string>;

/** The transfer with what searches look through. */
export const searchable = (transfer: StoredTransfer, names: Names): SearchableTransfer => ({
  ...transfer,
  search: searchOf(transfer, namesOf(transfer, names)),
});

/** The names of a transfer's parties. */
export function namesOf({ cred, cred_kind, debt }: StoredTransfer, names: Names) {
  const credit = names.get(partyKey(cred_kind, cred)) ?? '';
  return { credit, debit: names.get(partyKey('user', debt)) ?? '' };
}

/** Kinds that a transfer's credit party may have, the first known one being it. */
export function creditKindsOf(form: TransferForm): CreditKind[] {
  return form === 'asset' ? ['creator'] : ['consumer', 'checker'];
}

/**
 * A transfer as it is stored, or a sentence for people if it names a party that is not known. `kept` are the
 * variables of a record that says nothing of them.
 */
export function storedTransfer(
  { item, trxn, stat, feat, crts, cred, debt, vars }: TransferRecord,
  names: Names,
  kept: StoredTransfer['vars'] = [],
): StoredTransfer | string {
  const { form, sort } = feat;
  const kinds = creditKindsOf(form);
  const cred_kind = kinds.find((kind) => names.has(partyKey(kind, cred)));
  if (cred_kind === undefined || !names.has(partyKey('user', debt))) {
    const missing = cred_kind === undefined ? `${kinds.join(' or ')} ${cred}` : `user ${debt}`;
    return `Transfer ${item} names a party that is not known: ${missing}.`;
  }
  return { item, trxn, stat, form, sort, crts, cred, cred_kind, debt, vars: vars ?? kept };
}

const placeColumns = ['form', 'crts', 'cred', 'debt'] as const;

/** Old values that a list needs if the transfer has left it or moved in it; undefined if neither is so. */
function wasOf(before: StoredTransfer, after: StoredTransfer): Was | undefined {
  if (placeColumns.every((column) => before[column] === after[column])) return undefined;
  const { feat, crts, cred, debt } = transferRow(before);
  return { feat, crts, cred, debt };
}

/** Whether two states say the same; the credit party's kind follows from what else is known. */
function isSame(one: StoredTransfer, other: StoredTransfer): boolean {
  const columns = rowColumns.every((column) => one[column] === other[column]);
  return columns && text(one.vars) === text(other.vars);
}

const text = (vars: readonly DataVariable[]) =>
  JSON.stringify(vars.map(({ name, memo, data }) => [name, memo, data]));
