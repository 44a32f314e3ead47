import { consoleHeader } from '@tallystick/registry/contract/admin-api';
import { refusalBodySchema } from '@tallystick/registry/contract/problem';
import { httpRequest, type RequestOf, type Route } from '@tallystick/registry/contract/route';
import { visible } from '@tallystick/shared/format/visible';
import * as v from 'valibot';
import { strings } from '../strings.ts';
import type { Answer, Trouble } from './answer.ts';

/** A call that takes longer than this is given up, in milliseconds. */
const timeoutMs = 20_000;

/** Makes a call by the session's cookie, and reads its answer by the contract. */
export async function call<R extends Route>(
  route: R,
  given: RequestOf<R>,
  signal?: AbortSignal,
): Promise<Answer<v.InferOutput<R['answer']>>> {
  const { path, headers, ...request } = httpRequest(route, given);
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(path, {
      ...request,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      headers: {
        ...headers,
        accept: 'application/json',
        ...(route.method !== 'GET' && { [consoleHeader]: '1' }),
      },
    });
    const text = await response.text();
    return response.ok ? read(route, text) : refusalIn(text);
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, code: 'offline', problem: strings.trouble.offline };
  }
}

function read<R extends Route>({ answer }: R, text: string): Answer<v.InferOutput<R['answer']>> {
  const result = v.safeParse(answer, contentOf(text));
  return result.success ? { ok: true, value: result.output } : unreadable;
}

function refusalIn(text: string): Trouble {
  const result = v.safeParse(refusalBodySchema, contentOf(text));
  if (!result.success) return unreadable;
  const { code, error } = result.output;
  return { ok: false, code, problem: error };
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
  if (text === '') return null;
  const result = v.safeParse(v.pipe(v.string(), v.parseJson({ reviver: shown })), text);
  return result.success ? result.output : text;
}
