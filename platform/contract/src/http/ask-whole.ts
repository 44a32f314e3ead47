import type { Result } from '../result.ts';
import { type Asking, ask, type NoAnswer, Oversize } from './ask.ts';

/** An answer that has come as a whole, whatever its status. */
export interface Answered {
  status: number;
  /** Whether the status is of 2xx. */
  isSuccess: boolean;
  headers: Headers;
  /** Where it came from, after redirects. */
  url: string;
  bytes: Uint8Array<ArrayBuffer>;
  text: () => string;
}

/** `maxBytes`: of the body, as it is once unpacked. */
export type AskingWhole = Asking & { maxBytes: number };

/** Makes one request, and reads its answer to the end. */
export function askWhole(
  address: string | URL,
  { maxBytes, ...asking }: AskingWhole,
): Promise<Result<Answered, NoAnswer>> {
  return ask(address, asking, async (response) => {
    const bytes = await bytesOf(response, maxBytes);
    const { status, ok, headers, url } = response;
    return { status, isSuccess: ok, headers, url, bytes, text: () => decode(bytes) };
  });
}

/** The status of an answer, whose body is not read. */
export function askStatus(
  address: string | URL,
  asking: Asking,
): Promise<Result<Pick<Answered, 'status' | 'isSuccess'>, NoAnswer>> {
  return ask(address, asking, async ({ status, ok, body }) => {
    await body?.cancel();
    return { status, isSuccess: ok };
  });
}

/** @throws Oversize */
async function bytesOf({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  let size = 0;
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return joined(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Oversize(`more than ${maxBytes} bytes`);
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
