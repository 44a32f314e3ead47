import { isDotSegment } from '@tallystick/contract/path-segments';
import { type Result, refused } from '@tallystick/contract/result';
import { partyKinds } from '@tallystick/shared/contracts/party';
import {
  millisecondsSchema,
  statusSchema,
  transferForms,
} from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';
import { id, text } from '../service/fields.ts';

/** The last millisecond of the year 9999: feeds and addresses write years in four digits (RFC 3339). */
export const lastMillisecond = Date.UTC(10_000, 0) - 1;

/** An id that a record may have from now on. */
const recordedId = v.pipe(
  id,
  v.check(
    (value) => !isDotSegment(value),
    'is "." or "..", for which browsers take the way to another page: it can have no page of its own',
  ),
);

const oneOf = <const T extends readonly string[]>(options: T) =>
  v.picklist(options, `must be one of: ${options.join(', ')}`);

const variableSchema = v.object({
  name: text(200),
  memo: text(2_000),
  data: v.union(
    [text(10_000), v.pipe(v.number(), v.finite('is not a finite number')), v.boolean(), v.null()],
    ({ input }) =>
      typeof input === 'bigint'
        ? 'is a whole number too long to be kept as written: it can be written as text'
        : 'is not a text, a number, true, false or null',
  ),
});

const partyRecordSchema = v.object({
  record: v.literal('party'),
  kind: oneOf(partyKinds),
  id: recordedId,
  name: text(500),
});

const transferRecordSchema = v.object({
  record: v.literal('transfer'),
  item: recordedId,
  trxn: v.nullish(recordedId, null),
  stat: v.optional(v.message(statusSchema, 'is not a whole number from 0 to 9'), 0),
  feat: v.object({ form: oneOf(transferForms), sort: text(50) }),
  crts: v.message(
    v.pipe(millisecondsSchema, v.maxValue(lastMillisecond)),
    'is not a time in milliseconds, from 1970 to 9999 (0 to 253402300799999)',
  ),
  cred: recordedId,
  debt: recordedId,
  vars: v.optional(v.pipe(v.array(variableSchema), v.maxLength(100, 'has more than 100'))),
});

const neither = 'The record is neither a party nor a transfer';
const ledgerRecordSchema = v.variant('record', [partyRecordSchema, transferRecordSchema], neither);

/** A party under one of its kinds; `(kind, id)` is its key. */
export type PartyRecord = v.InferOutput<typeof partyRecordSchema>;
/**
 * A transfer; `item` is its key. `cred` and `debt` are ids of parties recorded before it. Without
 * `vars`, a transfer that exists keeps its own: an export leaves them out where they may not be
 * read.
 */
export type TransferRecord = v.InferOutput<typeof transferRecordSchema>;
/** One line of ledger input. */
export type LedgerRecord = PartyRecord | TransferRecord;

/**
 * Reads one record of ledger input from a parsed JSON value. Unknown fields are dropped,
 * `trxn`, `stat` and `vars` may be missing. `problem` names the field.
 */
export function parseLedgerRecord(value: unknown): Result<LedgerRecord> {
  const result = v.safeParse(ledgerRecordSchema, value, { abortEarly: true, abortPipeEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  const field = v.getDotPath(issue) ?? 'record';
  return refused(field === 'record' ? neither : `${field} ${problemOf(issue)}`);
}

const wrongTypes: Readonly<Record<string, string>> = {
  object: 'is not an object',
  array: 'is not a list',
  string: 'is not text',
};

function problemOf({ type, kind, input, message }: v.BaseIssue<unknown>): string {
  if (input === undefined) return 'is missing';
  return (kind === 'schema' && wrongTypes[type]) || message;
}
