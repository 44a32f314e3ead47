import * as v from 'valibot';
import { creditKinds } from './party.ts';
import { type DataVariable, millisecondsSchema, statusSchema, transferForms } from './transfer.ts';

/** What the log of records covers of a transfer: ids, and no name of a party. */
export const sealedSchema = v.object({
  item: v.string(),
  trxn: v.nullable(v.string()),
  stat: statusSchema,
  form: v.picklist(transferForms),
  sort: v.string(),
  crts: millisecondsSchema,
  cred: v.string(),
  kind: v.picklist(creditKinds),
  debt: v.string(),
});
export type Sealed = v.InferOutput<typeof sealedSchema>;

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const hexOf = (bytes: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));

/** An entry of the log of records: what it says beside the transfer, and what is needed to compute its hash. */
export const recordEntrySchema = v.object({
  /** Its place in the log, from 0. */
  number: whole,
  /** When it was made, and when the first one of its transfer was. */
  at: millisecondsSchema,
  recorded: millisecondsSchema,
  /** How many entries of this transfer came before it. */
  changes: whole,
  /** The hash of the transfer's variables with a secret. As nobody can guess it, it salts the whole entry. */
  data: hexOf(32),
  /** That secret; null: the variables may not be read. */
  secret: v.nullable(hexOf(16)),
});
export type RecordEntry = v.InferOutput<typeof recordEntrySchema>;

/** `data` of `records/proof`. */
export const recordProofSchema = v.object({
  /** Who signs the log (C2SP signed-note): `name+hash+key`. */
  key: v.string(),
  /** How far the log is: a signed note (C2SP tlog-checkpoint). */
  checkpoint: v.string(),
  /** The transfer as the ledger has it now; null: there is none, though the log has it. */
  transfer: v.nullable(sealedSchema),
  /** Null: no entry of the log is of this transfer. */
  entry: v.nullable(recordEntrySchema),
  /** The hashes beside the entry's way to the root, in base64, the lowest first. */
  path: v.array(v.string()),
});
export type RecordProof = v.InferOutput<typeof recordProofSchema>;

/** The text of an entry, whose hash is the leaf: canonical JSON, its keys in order. */
export function entryText(
  { item, trxn, stat, form, sort, crts, cred, kind, debt }: Sealed,
  { at, changes, data, recorded }: Pick<RecordEntry, 'at' | 'changes' | 'data' | 'recorded'>,
): string {
  return JSON.stringify({
    ...{ at, changes, cred, crts, data, debt, form, item, kind, recorded, sort, stat, trxn },
  });
}

/** The text of variables, whose hash with a secret before it is `data` of an entry. */
export function variablesText(vars: readonly DataVariable[]): string {
  return JSON.stringify(vars.map(({ name, memo, data }) => [name, memo, data]));
}
