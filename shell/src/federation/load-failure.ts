/**
 * Why a build did not load: a file of it missing, cut or another (`unavailable`), or past its time
 * (`slow`); or code that does not fit the page, threw as it began or is not what was asked for
 * (`incomplete`).
 */
export type LoadCode = 'unavailable' | 'slow' | 'incomplete';

export class LoadFailure extends Error {
  override readonly name = 'LoadFailure';
  readonly code: LoadCode;

  constructor(code: LoadCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Rejects with `slow` if `promise` has not settled after so many milliseconds; `what` is for people. */
export function within<Value>(
  patience: number,
  what: string,
  promise: Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new LoadFailure('slow', `${what} takes too long`)),
      patience,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
