import * as v from 'valibot';
import type { Route } from '../../../src/contract/route.ts';
import { del, empty, get, idParams, made, post } from '../../../src/contract/routes/parts.ts';
import {
  begunDeviceSchema,
  begunSignInSchema,
  deviceAnswerSchema,
  sessionSchema,
  signInWaySchema,
} from './people.ts';

const open = { access: 'open' } as const;

/** People who sign in by an OpenID Connect provider, in place of a token. */
export const peopleRoutes = {
  signInWay: {
    ...get,
    ...open,
    path: '/v1/people',
    about: 'By which provider people sign in.',
    answer: signInWaySchema,
  },
  beginSignIn: {
    ...post,
    ...open,
    ...made,
    path: '/v1/people/sign-in',
    about:
      'Begins a sign-in to the console: where the browser is to go, and the state of its return.',
    body: v.object({ origin: v.pipe(v.string(), v.maxLength(300)) }),
    answer: begunSignInSchema,
    refusals: ['unfit', 'unavailable'],
  },
  finishSignIn: {
    ...post,
    ...open,
    path: '/v1/people/sign-in/finish',
    about:
      'Ends it, once: the query with which the provider sent the browser back, for the code of a sign-in link.',
    body: v.object({
      origin: v.pipe(v.string(), v.maxLength(300)),
      query: v.pipe(v.string(), v.maxLength(8_000)),
    }),
    answer: v.object({ secret: v.string() }),
    refusals: ['unfit', 'forbidden', 'unavailable'],
  },
  beginDevice: {
    ...post,
    ...open,
    ...made,
    path: '/v1/people/devices',
    about: 'Begins the sign-in of a command: what a person is to open and confirm.',
    answer: begunDeviceSchema,
    refusals: ['unfit', 'unavailable'],
  },
  askDevice: {
    ...post,
    ...open,
    path: '/v1/people/devices/ask',
    about: 'Whether that person has confirmed it; if so, the secret of the session, once.',
    body: v.object({ handle: v.pipe(v.string(), v.maxLength(100)) }),
    answer: deviceAnswerSchema,
    refusals: ['unfit', 'forbidden', 'unavailable'],
  },
  sessions: {
    ...get,
    path: '/v1/people/sessions',
    about: 'Who is signed in: all for administrators, for others their own.',
    answer: v.array(sessionSchema),
  },
  endSession: {
    ...del,
    ...empty,
    path: '/v1/people/sessions/:id',
    about: "Ends a session at once: one's own, or for administrators anybody's.",
    params: idParams,
    refusals: ['unfit', 'unknown', 'forbidden'],
  },
} satisfies Record<string, Route>;
