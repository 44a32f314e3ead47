import { readJson } from '@tallystick/contract/http/ask-json';
import { type Answered, askWhole } from '@tallystick/contract/http/ask-whole';
import { visible } from '@tallystick/contract/visible';
import { consoleHeader } from '@tallystick/registry/contract/admin-api';
import { largestAnswer } from '@tallystick/registry/contract/bounds';
import { readRefusal } from '@tallystick/registry/contract/problem';
import { httpRequest, type RequestOf, type Route } from '@tallystick/registry/contract/route';
import { routes } from '@tallystick/registry/contract/routes';
import { noteServerTime } from '@tallystick/timing/server-clock';
import type * as v from 'valibot';
import { strings } from '../strings.ts';
import type { Answer, Trouble } from './answer.ts';

/** Milliseconds after which a call is given up. `verify` gets longer, since it reads everything that is kept. */
const timeoutOf = (route: Route) => (route === routes.verify ? 300_000 : 20_000);

/**
 * Makes a call with the session cookie, and validates its answer against the contract. It rejects only when `signal`
 * aborts, with its reason.
 */
export async function call<R extends Route>(
  route: R,
  given: RequestOf<R>,
  signal?: AbortSignal,
): Promise<Answer<v.InferOutput<R['answer']>>> {
  const { path, headers, ...request } = httpRequest(route, given);
  const asked = await askWhole(path, {
    ...request,
    signal,
    timeoutMs: timeoutOf(route),
    maxBytes: largestAnswer,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(route.method !== 'GET' && { [consoleHeader]: '1' }),
    },
  });
  if (asked.ok) {
    const answer = asked.value;
    noteServerTime(answer.headers.get('date'));
    return answer.isSuccess ? read(route, answer) : refusalIn(route, answer);
  }
  if (asked.code === 'aborted') throw signal?.reason;
  return noAnswer(route, 'offline');
}

function read<R extends Route>(
  { answer: schema }: R,
  { text }: Answered,
): Answer<v.InferOutput<R['answer']>> {
  const result = readJson(text(), schema, makeVisible);
  return result.ok ? result : unreadable;
}

function refusalIn(route: Route, { status, text }: Answered): Trouble {
  const refusal = readRefusal(status, text(), makeVisible);
  if (refusal !== null) return refusal;
  // While the server is down, a proxy in front of it may answer, with a body of its own.
  return status >= 500 ? noAnswer(route, 'unavailable') : unreadable;
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
