import { Late, within } from '@tallystick/shared/time/within';

/**
 * Why a build did not load: a file of it missing, cut or another (`unavailable`), or past its time
 * (`slow`); a singleton that it needs in another version than the page has (`misfit`); or code that threw
 * as it began or is not what was asked for (`incomplete`).
 */
type LoadCode = 'unavailable' | 'slow' | 'misfit' | 'incomplete';

export class LoadFailure extends Error {
  override readonly name = 'LoadFailure';
  readonly code: LoadCode;

  constructor(code: LoadCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Milliseconds that each file that starts a build may take, and its code to begin. */
export const timeoutMs = 20_000;

/** Rejects with `slow` if `promise` has not settled after so many milliseconds; `what` is for people. */
export function withTimeout<Value>(
  what: string,
  promise: Promise<Value>,
  milliseconds = timeoutMs,
): Promise<Value> {
  return within(milliseconds, promise).catch((error: unknown) => {
    throw error instanceof Late ? new LoadFailure('slow', `${what} takes too long`) : error;
  });
}
