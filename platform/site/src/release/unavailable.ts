/**
 * Passes on what is asked of the registry.
 *
 * @throws Error that is answered with 503: it, or where it keeps its files, cannot be asked now
 */
export async function orUnavailable<T>(what: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    const message = `${what}: ${cause instanceof Error ? cause.message : cause}`;
    throw Object.assign(new Error(message, { cause }), { name: 'Unavailable', statusCode: 503 });
  }
}
