import * as v from 'valibot';

const defaultTimeout = 30_000;
const bodySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((body) => !Array.isArray(body)),
  v.record(v.string(), v.unknown()),
);

/** A call of the ledger service, as `callService` says, to a whole address and with headers of one's choice. */
export async function postCall(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  {
    timeout: milliseconds = defaultTimeout,
    signal,
  }: { timeout?: number | undefined; signal?: AbortSignal | undefined },
): Promise<Readonly<Record<string, unknown>> & { readonly code: number }> {
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const parsed = v.safeParse(bodySchema, await response.text());
    return parsed.success
      ? { ...parsed.output, code: response.status }
      : { code: response.status, error: 'The ledger service gave an answer that cannot be read.' };
  } catch (reason) {
    if (signal?.aborted) throw reason;
    return timeout.aborted
      ? { code: 0, error: 'The ledger service took too long to answer.' }
      : { code: 0, error: 'The ledger service cannot be reached.' };
  }
}
