import * as v from 'valibot';
import type { Problem, Result } from '../result.ts';
import type { NoAnswer } from './ask.ts';
import { type AskingWhole, askWhole } from './ask-whole.ts';

/** An answer came, but it is no success, no JSON, or other JSON than was promised. */
export interface Unusable extends Problem {
  code: 'refused' | 'not-json' | 'not-as-promised';
}

/** Asks for JSON that a schema describes. */
export async function askJson<S extends v.GenericSchema>(
  address: string | URL,
  schema: S,
  asking: AskingWhole,
): Promise<Result<v.InferOutput<S>, NoAnswer | Unusable>> {
  const asked = await askWhole(address, asking);
  if (!asked.ok) return asked;
  const { isSuccess, status, text } = asked.value;
  if (isSuccess) return readJson(text(), schema);
  return { ok: false, code: 'refused', problem: `status ${status}` };
}

/**
 * Reads JSON that a schema describes. No text at all is null, as the body of an answer with 204 is.
 *
 * @param reviver as `JSON.parse` takes it
 */
export function readJson<S extends v.GenericSchema>(
  text: string,
  schema: S,
  reviver?: (key: string, value: unknown) => unknown,
): Result<v.InferOutput<S>, Unusable> {
  let content: unknown = null;
  try {
    if (text !== '') content = JSON.parse(text, reviver);
  } catch {
    return { ok: false, code: 'not-json', problem: 'it is no JSON' };
  }
  const parsed = v.safeParse(schema, content);
  if (parsed.success) return { ok: true, value: parsed.output };
  const [issue] = parsed.issues;
  const problem = `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`;
  return { ok: false, code: 'not-as-promised', problem };
}
