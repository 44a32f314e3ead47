import { readJson } from '@tallystick/contract/http/ask-json';
import { askWhole } from '@tallystick/contract/http/ask-whole';
import * as v from 'valibot';
import type { ApiResult } from '../definition/define-site.ts';

const answerSchema = v.pipe(
  v.unknown(),
  v.check((body) => !Array.isArray(body)),
  v.record(v.string(), v.unknown()),
);
/** No page shows so much of an answer. */
const maxBytes = 16_777_216;

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
  const asked = await askWhole(address, {
    headers,
    ...(body !== null && { method: 'POST', body: JSON.stringify(body) }),
    timeoutMs,
    maxBytes,
    signal,
  });
  if (asked.ok) {
    const { status: code, text } = asked.value;
    const read = readJson(text(), answerSchema);
    return read.ok ? { ...read.value, code } : { code, error: unreadable };
  }
  if (asked.code === 'aborted') throw signal?.reason;
  return { code: 0, error: asked.code === 'timed-out' ? tooLong : unreachable };
}

const unreadable = "The site's API gave an answer that cannot be read.";
const tooLong = "The site's API took too long to answer.";
const unreachable = "The site's API cannot be reached.";
