import { consoleHeader } from '@tallystick/registry/contract/admin-api';
import { refusalBodySchema } from '@tallystick/registry/contract/problem';
import { visible } from '@tallystick/shared/format/visible';
import * as v from 'valibot';
import { strings } from '../strings.ts';
import { type Answer, isProblemCode, type Trouble } from './answer.ts';

const timeoutMs = 20_000;

export interface Call<S extends v.GenericSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/v1`. */
  path: string;
  /** What the answer's body must be. */
  answer: S;
  body?: unknown;
  /** The revision that a change was made for. */
  expected?: number;
  signal?: AbortSignal | undefined;
}

/** For calls that answer 204: no body at all. */
export const nothing = v.pipe(
  v.undefined(),
  v.transform(() => null),
);

/** Makes a call by the session's cookie, and reads its answer by the contract. */
export async function call<S extends v.GenericSchema>(
  request: Call<S>,
): Promise<Answer<v.InferOutput<S>>> {
  const { method, path, body, expected, signal } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`/v1${path}`, {
      method,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      headers: {
        accept: 'application/json',
        ...(method !== 'GET' && { [consoleHeader]: '1' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(expected !== undefined && { 'if-match': `"${expected}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return response.ok ? read(request.answer, text) : refusalIn(text);
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, code: 'offline', problem: strings.trouble.offline };
  }
}

function read<S extends v.GenericSchema>(schema: S, text: string): Answer<v.InferOutput<S>> {
  const result = v.safeParse(schema, contentOf(text));
  return result.success ? { ok: true, value: result.output } : unreadable;
}

function refusalIn(text: string): Trouble {
  const result = v.safeParse(refusalBodySchema, contentOf(text));
  if (!result.success) return unreadable;
  const { code, error } = result.output;
  return isProblemCode(code) ? { ok: false, code, problem: error } : unreadable;
}

const unreadable: Trouble = {
  ok: false,
  code: 'unreadable',
  problem: strings.trouble.unreadable,
};

/** Names and reasons are people's own: what is not seen in them is shown. */
const shown = (_key: string, value: unknown) =>
  typeof value === 'string' ? visible(value) : value;

function contentOf(text: string): unknown {
  if (text === '') return undefined;
  const result = v.safeParse(v.pipe(v.string(), v.parseJson({ reviver: shown })), text);
  return result.success ? result.output : text;
}
