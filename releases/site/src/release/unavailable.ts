/** The registry, or where it keeps its files, cannot be asked now; answered with 503. */
class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly statusCode = 503;

  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Passes on what is asked of the registry; a failure becomes `Unavailable`. */
export async function orUnavailable<T>(what: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new Unavailable(what, error);
  }
}
