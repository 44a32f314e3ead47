import * as v from 'valibot';
import { whoamiSchema } from '../admin-api.ts';
import type { Route } from '../route.ts';
import { actorSchema } from '../tokens.ts';
import { del, empty, get, made, post } from './parts.ts';

/** Who is asking, and signing in to the console. */
export const sessionRoutes = {
  signIn: {
    ...post,
    ...empty,
    changesNothing: true,
    path: '/v1/session',
    about: 'Signs the console in: changes a token, or the code of a link, for a session cookie.',
    body: v.object({ secret: v.pipe(v.string(), v.maxLength(500)) }),
    refusals: ['unauthorized'],
    access: 'console',
  },
  session: { ...get, path: '/v1/session', about: 'Who is signed in.', answer: actorSchema },
  signOut: {
    ...del,
    ...empty,
    path: '/v1/session',
    about: 'Signs the console out.',
    access: 'console',
  },
  signInLink: {
    ...post,
    ...made,
    path: '/v1/session/links',
    about: 'A link that signs a browser in to the console as who asks: once, within ten minutes.',
    answer: v.object({ url: v.string() }),
  },
  whoami: {
    ...get,
    path: '/v1/whoami',
    about: 'Who is asking, and what this registry can do.',
    answer: whoamiSchema,
  },
} satisfies Record<string, Route>;
