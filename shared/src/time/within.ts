/** Something did not settle in time. */
export class Late extends Error {}

/** Settles as `promise` does, or rejects with `Late` after so many milliseconds. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const error = new Late(`no answer within ${milliseconds} ms`);
  const timer = setTimeout(() => reject(error), milliseconds);
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
