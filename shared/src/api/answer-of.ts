import * as v from 'valibot';
import type { Answer } from './answer.ts';
import type { CallResult } from './call.ts';

/** A call's result as a value to act on: only 200 and 201 with data that fits `schema` are good. */
export function answerOf<Data>(
  result: CallResult,
  schema: v.GenericSchema<unknown, Data>,
): Answer<Data> {
  const { code, data, error } = result;
  if (code !== 200 && code !== 201) {
    const refused = `The ledger service refused the call (status ${code}).`;
    return { ok: false, code, error: typeof error === 'string' ? error : refused };
  }
  const parsed = v.safeParse(schema, data);
  return parsed.success
    ? { ok: true, code, data: parsed.output }
    : { ok: false, code, error: 'The ledger service gave an answer that does not fit.' };
}
