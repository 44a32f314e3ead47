import { partyKinds } from '@tallystick/shared/contracts/party';
import {
  dataVariableSchema,
  millisecondsSchema,
  statusSchema,
  transferForms,
} from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';

/** The last millisecond that a date can name. */
const lastMillisecond = 8.64e15;

/**
 * Text that PostgreSQL can keep: without NUL, and without half a surrogate pair.
 * The limit is in characters; index entries of four bytes each must fit into one page.
 */
const text = (limit: number) =>
  v.pipe(
    v.string('must be a text'),
    v.maxLength(limit, `is longer than ${limit} characters`),
    v.check((value) => !value.includes('\0') && value.isWellFormed(), 'is not well-formed text'),
  );
const id = v.pipe(text(200), v.minLength(1, 'is empty'));

const variableSchema = v.pipe(
  dataVariableSchema,
  v.object({
    name: text(200),
    memo: text(2_000),
    data: v.union([
      text(10_000),
      v.pipe(v.number(), v.finite('is not a finite number')),
      v.boolean(),
      v.null(),
    ]),
  }),
);

const partyRecordSchema = v.object({
  record: v.literal('party'),
  kind: v.picklist(partyKinds, `must be one of: ${partyKinds.join(', ')}`),
  id,
  name: text(500),
});

const transferRecordSchema = v.object({
  record: v.literal('transfer'),
  item: id,
  trxn: v.nullish(id, null),
  stat: v.optional(statusSchema, 0),
  feat: v.object({
    form: v.picklist(transferForms, `must be one of: ${transferForms.join(', ')}`),
    sort: text(50),
  }),
  crts: v.pipe(millisecondsSchema, v.maxValue(lastMillisecond, 'is not a time in milliseconds')),
  cred: id,
  debt: id,
  vars: v.optional(v.pipe(v.array(variableSchema), v.maxLength(100, 'has more than 100')), []),
});

const ledgerRecordSchema = v.variant(
  'record',
  [partyRecordSchema, transferRecordSchema],
  'is neither a party nor a transfer',
);

/** A party under one of its kinds; `(kind, id)` is its key. */
export type PartyRecord = v.InferOutput<typeof partyRecordSchema>;
/** A transfer; `item` is its key. `cred` and `debt` are ids of parties recorded before it. */
export type TransferRecord = v.InferOutput<typeof transferRecordSchema>;
/** One line of ledger input. */
export type LedgerRecord = PartyRecord | TransferRecord;

export type LedgerRecordResult = { ok: true; record: LedgerRecord } | { ok: false; error: string };

/**
 * Reads one record of ledger input from a parsed JSON value. Unknown fields are dropped,
 * `trxn`, `stat` and `vars` may be missing. `error` names the field, for people.
 */
export function parseLedgerRecord(value: unknown): LedgerRecordResult {
  const result = v.safeParse(ledgerRecordSchema, value, { abortEarly: true, abortPipeEarly: true });
  if (result.success) return { ok: true, record: result.output };
  const [issue] = result.issues;
  return { ok: false, error: `${v.getDotPath(issue) ?? 'The record'} ${issue.message}` };
}
