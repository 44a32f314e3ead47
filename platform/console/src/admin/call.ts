import { visible } from '@tallystick/contract/visible';
import { consoleHeader } from '@tallystick/registry/contract/admin-api';
import { anyRefusalSchema, codeOfRefusal } from '@tallystick/registry/contract/problem';
import { httpRequest, type RequestOf, type Route } from '@tallystick/registry/contract/route';
import { routes } from '@tallystick/registry/contract/routes';
import { noteServerTime } from '@tallystick/timing/server-clock';
import * as v from 'valibot';
import { strings } from '../strings.ts';
import type { Answer, Trouble } from './answer.ts';

/** A call that takes longer than this is given up, in milliseconds; one that reads all that is kept later. */
const timeoutOf = (route: Route) => (route === routes.verify ? 300_000 : 20_000);

/** Makes a call by the session's cookie, and reads its answer by the contract. */
export async function call<R extends Route>(
  route: R,
  given: RequestOf<R>,
  signal?: AbortSignal,
): Promise<Answer<v.InferOutput<R['answer']>>> {
  const { path, headers, ...request } = httpRequest(route, given);
  const limit = AbortSignal.timeout(timeoutOf(route));
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
    noteServerTime(response.headers.get('date'));
    const text = await response.text();
    return response.ok ? read(route, text) : refusalIn(route, response.status, text);
  } catch (error) {
    if (signal?.aborted) throw error;
    return silent(route, 'offline');
  }
}

function read<R extends Route>({ answer }: R, text: string): Answer<v.InferOutput<R['answer']>> {
  const result = v.safeParse(answer, contentOf(text));
  return result.success ? { ok: true, value: result.output } : unreadable;
}

function refusalIn(route: Route, status: number, text: string): Trouble {
  const result = v.safeParse(anyRefusalSchema, contentOf(text));
  // While no server answers, what stands before it does, in its own words.
  if (!result.success) return status >= 500 ? silent(route, 'unavailable') : unreadable;
  const { error, cause } = result.output;
  return { ok: false, code: codeOfRefusal(result.output), problem: error, ...(cause && { cause }) };
}

/** Or nothing that somebody would look for: whoever is not signed in is asked again. */
function changesNothing(route: Route): boolean {
  return route.method === 'GET' || route.changesNothing === true;
}

function silent(route: Route, code: 'offline' | 'unavailable'): Trouble {
  return { ok: false, code, problem: strings.trouble[changesNothing(route) ? 'offline' : 'lost'] };
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
