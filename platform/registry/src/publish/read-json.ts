import { type Result, refused } from '@tallystick/contract/result';
import { beyondBound, type JsonBound } from '../contract/bounds.ts';

/**
 * What bytes say as JSON, null if they are none. They are not parsed if they are beyond the bound: `problem` then goes on
 * after the name of what they are.
 */
export function readJson(bytes: Uint8Array | undefined, bound: JsonBound): Result<unknown> {
  const { length } = bytes ?? { length: 0 };
  if (length > bound.bytes) return refused(`has ${length} bytes: at most ${bound.bytes}`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const problem = beyondBound(text, bound);
    return problem === null ? { ok: true, value: JSON.parse(text) } : refused(problem);
  } catch {
    return { ok: true, value: null };
  }
}
