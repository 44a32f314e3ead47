import { visible } from '@tallystick/contract/visible';
import { consoleHeader } from '@tallystick/registry/contract/admin-api';
import { anyRefusalSchema, codeOfRefusal } from '@tallystick/registry/contract/problem';
import { httpRequest, type RequestOf, type Route } from '@tallystick/registry/contract/route';
import { routes } from '@tallystick/registry/contract/routes';
import { noteServerTime } from '@tallystick/timing/server-clock';
import * as v from 'valibot';
import { strings } from '../strings.ts';
import type { Answer, Trouble } from './answer.ts';

/** Milliseconds after which a call is given up. `verify` gets longer, since it reads everything that is kept. */
const timeoutOf = (route: Route) => (route === routes.verify ? 300_000 : 20_000);

/** Makes a call with the session cookie, and validates its answer against the contract. */
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
    return noAnswer(route, 'offline');
  }
}

function read<R extends Route>({ answer }: R, text: string): Answer<v.InferOutput<R['answer']>> {
  const result = v.safeParse(answer, contentOf(text));
  return result.success ? { ok: true, value: result.output } : unreadable;
}

function refusalIn(route: Route, status: number, text: string): Trouble {
  const result = v.safeParse(anyRefusalSchema, contentOf(text));
  // While the server is down, a proxy in front of it may answer, with a body of its own.
  if (!result.success) return status >= 500 ? noAnswer(route, 'unavailable') : unreadable;
  const { error, cause } = result.output;
  return { ok: false, code: codeOfRefusal(result.output), problem: error, ...(cause && { cause }) };
}

/** Whether a call changes nothing that a person would look for. If a sign-in was lost, the console asks again. */
function changesNothing(route: Route): boolean {
  return route.method === 'GET' || route.changesNothing === true;
}

function noAnswer(route: Route, code: 'offline' | 'unavailable'): Trouble {
  return { ok: false, code, problem: strings.trouble[changesNothing(route) ? 'offline' : 'lost'] };
}

const unreadable: Trouble = {
  ok: false,
  code: 'unreadable',
  problem: strings.trouble.unreadable,
};

/** People write names and reasons, so invisible characters in them are made visible. */
const makeVisible = (_key: string, value: unknown) =>
  typeof value === 'string' ? visible(value) : value;

function contentOf(text: string): unknown {
  if (text === '') return null;
  const result = v.safeParse(v.pipe(v.string(), v.parseJson({ reviver: makeVisible })), text);
  return result.success ? result.output : text;
}
