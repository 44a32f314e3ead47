import { beyondBound, type JsonBound } from '../contract/bounds.ts';

/**
 * What bytes say as JSON, null if they are none. They are not parsed if they are beyond the bound: `problem` then goes on
 * after the name of what they are.
 */
export function readJson(
  bytes: Uint8Array | undefined,
  bound: JsonBound,
): { ok: true; value: unknown } | { ok: false; problem: string } {
  const { length } = bytes ?? { length: 0 };
  if (length > bound.bytes) {
    return { ok: false, problem: `has ${length} bytes: at most ${bound.bytes}` };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const problem = beyondBound(text, bound);
    return problem === null ? { ok: true, value: JSON.parse(text) } : { ok: false, problem };
  } catch {
    return { ok: true, value: null };
  }
}
