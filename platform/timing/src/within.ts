/** Something did not settle in time. */
export class Late extends Error {}

/**
 * Settles as `promise` does, or rejects with `Late` after so many milliseconds. Timers come first: where the process
 * stood still, an answer may only have to be read, and is.
 */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const error = new Late(`no answer within ${milliseconds} ms`);
  const timer = setTimeout(() => afterInput(() => reject(error)), milliseconds);
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Browsers have no name for the moment after what has come is read: there another timer comes after it. */
function afterInput(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run);
  else setTimeout(run);
}
