import { refusal } from '../../src/contract/problem.ts';
import { callOf, openCallOf } from '../../src/part/call.ts';
import { peopleRoutes as routes } from './contract/routes.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

/** How people sign in, and who has. */
export interface People {
  signIn: SignIn;
  sessions: Pick<Sessions, 'list' | 'end'>;
}

const none = refusal(
  'unfit',
  'Nobody signs in here by an identity provider.',
  'Where the registry runs, OIDC_ISSUER names one; a token works in any case.',
);
const elsewhere = refusal('invalid', 'Browsers reach the console at another address.');

/** The calls of the part; `people` is null where the settings name no provider. */
export function callsOf(people: People | null) {
  return {
    signInWay: openCallOf(routes.signInWay, async () => ({
      ok: true,
      value: { issuer: people?.signIn.issuer ?? null },
    })),
    beginSignIn: openCallOf(routes.beginSignIn, async ({ body: { origin }, origins }) => {
      if (!origins.includes(origin)) return elsewhere;
      return people === null ? none : await people.signIn.begin(origin);
    }),
    finishSignIn: openCallOf(routes.finishSignIn, async ({ body: { origin, query }, origins }) => {
      if (!origins.includes(origin)) return elsewhere;
      return people === null ? none : await people.signIn.finish(origin, query);
    }),
    beginDevice: openCallOf(routes.beginDevice, async () =>
      people === null ? none : await people.signIn.beginDevice(),
    ),
    askDevice: openCallOf(routes.askDevice, async ({ body: { handle } }) =>
      people === null ? none : await people.signIn.askDevice(handle),
    ),
    sessions: callOf(routes.sessions, async ({ actor }) => ({
      ok: true,
      value: (await people?.sessions.list(actor)) ?? [],
    })),
    endSession: callOf(routes.endSession, async ({ actor, params }) =>
      people === null ? none : await people.sessions.end(actor, params.id),
    ),
  };
}
