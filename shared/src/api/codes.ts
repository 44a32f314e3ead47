import * as v from 'valibot';
import {
  type CodeRefusal,
  type CodeSent,
  codeRefusalSchema,
  codeSentSchema,
} from '../contracts/codes.ts';
import { answerOf } from './answer-of.ts';
import type { Call, CallBody } from './call.ts';

/**
 * `trxn` comes from `createCode`, `code` from the e-mail. `attempt` is made at random for the trxn.
 * A check that is made again, because its answer was lost, passes only with the same one.
 */
export interface CodeCheck {
  readonly email: string;
  readonly trxn: string;
  readonly code: string;
  readonly attempt: string;
}

/** An `Answer` whose failure also tells what the service says of tries and waiting. */
export type CodeAnswer<T> =
  | { readonly ok: true; readonly code: number; readonly data: T }
  | ({ readonly ok: false; readonly code: number; readonly error: string } & Readonly<CodeRefusal>);

export interface CodeCalls {
  /** Sends a sign-in code by e-mail; `trxn` names it at the check. */
  readonly createCode: (
    email: string,
    signal?: AbortSignal,
  ) => Promise<CodeAnswer<Readonly<CodeSent>>>;
  /**
   * Whether the code is right. Each judged check costs a try. A right one uses the code up, except
   * for the same attempt.
   */
  readonly checkCode: (check: CodeCheck, signal?: AbortSignal) => Promise<CodeAnswer<true>>;
}

const codeMemo = 'Tallystick sandbox sign-in';
const codeCheckedSchema = v.pipe(
  v.unknown(),
  v.check((data) => data !== false),
  v.transform(() => true as const),
);

/** The two calls of the sandbox sign-in over `call`, which carries one request. */
export function codeCalls(call: Call): CodeCalls {
  const ask = async <Data>(
    path: string,
    data: CallBody['data'],
    schema: v.GenericSchema<unknown, Data>,
    signal?: AbortSignal,
  ): Promise<CodeAnswer<Data>> => {
    const result = await call(path, { data }, signal);
    const answer = answerOf(result, schema);
    return answer.ok ? answer : { ...answer, ...v.parse(codeRefusalSchema, result) };
  };
  return {
    createCode: (email, signal) =>
      ask('sandbox/code.create', { user: email, memo: codeMemo }, codeSentSchema, signal),
    checkCode: ({ email, ...check }, signal) =>
      ask('sandbox/code.check', { user: email, ...check }, codeCheckedSchema, signal),
  };
}
