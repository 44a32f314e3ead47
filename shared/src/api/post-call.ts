import * as v from 'valibot';

const defaultTimeout = 30_000;
const bodySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((body) => !Array.isArray(body)),
  v.record(v.string(), v.unknown()),
);

interface Limits {
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * A call of the ledger service, as `callService` says, to a whole address and with any headers.
 * `read` reads the answer within the timeout.
 */
export async function postCall<Read>(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  { timeout = defaultTimeout, signal }: Limits,
  read: (response: Response) => Promise<Read>,
): Promise<Read | { code: 0; error: string }> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    return await read(response);
  } catch (reason) {
    if (signal?.aborted) throw reason;
    return late.signal.aborted
      ? { code: 0, error: 'The ledger service took too long to answer.' }
      : { code: 0, error: 'The ledger service cannot be reached.' };
  } finally {
    clearTimeout(timer);
  }
}

/** The answer's body with the HTTP status merged in as `code`. */
export async function resultOf(response: Response) {
  const parsed = v.safeParse(bodySchema, await response.text());
  return parsed.success
    ? { ...parsed.output, code: response.status }
    : { code: response.status, error: 'The ledger service gave an answer that cannot be read.' };
}
