import type { Route } from '@tallystick/registry/contract/route';
import * as v from 'valibot';
import { type Admin, openAdmin } from './admin.ts';

const unexpected = () => Promise.reject(new Error('The test expects no such call.'));

/** An admin API that answers what a test says, and nothing else. */
export function adminWith(calls: Partial<Admin>): Admin {
  const admin = openAdmin(unexpected);
  const none = Object.fromEntries(Object.keys(admin).map((name) => [name, unexpected]));
  return { ...admin, ...none, ...calls };
}

/**
 * How it answers the calls of a part, by their routes; `asked` is told of each first, and waited for.
 *
 * @throws Error if an answer is not what the route says
 */
export function answering(
  answers: ReadonlyMap<Route, unknown>,
  asked: (route: Route, given: object) => unknown = () => {},
): Pick<Admin, 'ask'> {
  return {
    ask: async (route, given) => {
      if (!answers.has(route)) return unexpected();
      await asked(route, given);
      return { ok: true, value: v.parse(route.answer, answers.get(route)) };
    },
  };
}
