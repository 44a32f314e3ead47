import * as v from 'valibot';
import type { ApiResult } from '../definition/define-site.ts';

const answerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((body) => !Array.isArray(body)),
  v.record(v.string(), v.unknown()),
);

interface AskedWith {
  readonly headers: Readonly<Record<string, string>>;
  /** Null: a GET. */
  readonly body: object | null;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** One request for a JSON object. Rejects only when `signal` aborts, with its reason. */
export async function postOrGet(
  address: string,
  { headers, body, timeoutMs, signal }: AskedWith,
): Promise<ApiResult> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    const response = await fetch(address, {
      headers,
      ...(body !== null && { method: 'POST', body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    const parsed = v.safeParse(answerSchema, await response.text());
    const { status: code } = response;
    return parsed.success ? { ...parsed.output, code } : { code, error: unreadable };
  } catch (reason) {
    if (signal?.aborted) throw reason;
    return { code: 0, error: late.signal.aborted ? tooLong : unreachable };
  } finally {
    clearTimeout(timer);
  }
}

const unreadable = "The site's API gave an answer that cannot be read.";
const tooLong = "The site's API took too long to answer.";
const unreachable = "The site's API cannot be reached.";
