/** Why something was not done: `problem` is one line for a person, never for code, which acts on a code beside it. */
export interface Problem {
  ok: false;
  problem: string;
}

/** A value, or why there is none. */
export type Result<Value, Failure extends { ok: false } = Problem> =
  | { ok: true; value: Value }
  | Failure;

export const refused = (problem: string): Problem => ({ ok: false, problem });
