import type { Problem, Result } from '@tallystick/contract/result';
import type { Cause } from '@tallystick/registry/contract/cause';
import type { ProblemCode } from '@tallystick/registry/contract/problem';

/** Why a command did not do what was asked: a line for a person, who is told what to do next. */
export interface Failure extends Problem {
  code: ProblemCode | 'usage' | 'unreachable' | 'unverified';
  /** What to do next, if it is not in `problem`. */
  next?: string;
  /** What stands in the way, as values, where the registry says it so. */
  cause?: Cause;
}

/** A value, or why there is none. */
export type OrFailure<T> = Result<T, Failure>;

/** What a command answers: one document for scripts, and the same as text for people. */
export interface Outcome {
  json: unknown;
  text: string;
  /** What the exit code says all the same. */
  failed?: 'unverified' | 'refused' | 'locked' | 'condemned' | undefined;
}

export function failure(code: Failure['code'], problem: string, next?: string): Failure {
  return { ok: false, code, problem, ...(next !== undefined && { next }) };
}

/** Ends a command with a failure that nothing on the way acts on. */
export class Failed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.problem);
    this.failure = failure;
  }
}

export function fail(...why: Parameters<typeof failure>): never {
  throw new Failed(failure(...why));
}

/** @throws Failed if there is no value */
export function orFail<T>(result: OrFailure<T>): T {
  if (result.ok) return result.value;
  throw new Failed(result);
}

/** What came of it, with a failure as a value: for who acts on it. */
export async function asResult<T>(asked: Promise<T>): Promise<OrFailure<T>> {
  try {
    return { ok: true, value: await asked };
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
}

/** What the command's exit code says to a script. */
export const exitCodes = {
  ok: 0,
  /** So are all codes that are not here: unfit, taken, unknown, not well formed. */
  refused: 1,
  /** The words were not understood. */
  usage: 2,
  /** Somebody else moved the same app meanwhile. */
  moved: 3,
  /** No good token, or not for this. */
  unauthorized: 4,
  forbidden: 4,
  limited: 4,
  /** The registry did not answer, or cannot now. */
  unreachable: 5,
  unavailable: 5,
  /** The app is locked, the channel is frozen, or the build is condemned. */
  locked: 6,
  condemned: 6,
  /** What is kept is not whole: `verify` found it, or it cannot be read. */
  unverified: 7,
  damaged: 7,
} satisfies Partial<Record<Failure['code'] | 'ok' | 'refused', number>>;

export function exitCodeOf({ code }: Failure): number {
  const codes: Partial<Record<Failure['code'], number>> = exitCodes;
  return codes[code] ?? exitCodes.refused;
}
