/** Why something was not done, in one line for a person. Where a program acts on the reason, it has a `code` beside it. */
export interface Problem {
  ok: false;
  problem: string;
}

/** A value, or why there is none. */
export type Result<Value, Failure extends { ok: false } = Problem> =
  | { ok: true; value: Value }
  | Failure;

/** A refusal on which no program acts. */
export const refused = (problem: string): Problem => ({ ok: false, problem });
