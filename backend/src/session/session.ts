import { cookieNameOf } from '@tallystick/guard/cookie-name';
import type { TimeSource } from '@tallystick/timing/monotonic-clock';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { openServiceKey } from '../keys/service-key.ts';
import { error } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import { startPruning } from '../service/pruning.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import type { Store } from '../store/store.ts';
import { createSignedIn } from './signed-in.ts';
import { createVerifier, googleKeys, type VerifyTokenOptions } from './verify-token.ts';

/** Where pages report who is signed in, if TOKEN_SYNC_URL says so. */
export const sessionPath = '/session';

export interface SessionOptions {
  store: Pick<Store, 'db'>;
  environment: Pick<
    LedgerEnvironment,
    'DATA_DIR' | 'FIREBASE_API_KEY' | 'FIREBASE_PROJECT_ID' | 'LEDGER_URL'
  >;
  /** Where the identity provider's keys are; absent: at the provider. */
  keys?: URL | undefined;
  /** The time of the store. */
  now: () => number;
  /** The machine's: what the provider stamped is compared with its clock. */
  time: TimeSource;
}

/** Project of the local identity emulator, as the site server's configuration has it. */
const demoProject = 'demo-tallystick';
const noContent = jsonSchema(v.null());
const refusals = {
  unavailable: {
    code: 503,
    sentence: 'The keys of the identity provider cannot be fetched now.',
    headers: { 'retry-after': '30' },
  },
  unreadable: {
    code: 400,
    sentence: 'The token says that it lasts longer than any of the identity provider.',
    headers: {},
  },
  refused: {
    code: 401,
    sentence: 'The token is missing, too old, or not of the identity provider.',
    headers: { 'www-authenticate': 'Bearer' },
  },
} as const;

/**
 * The token sync: a page POSTs the identity provider's new token as a bearer, and DELETEs when its
 * person has signed out. The emulator's tokens are unsigned and are accepted only where no real project
 * is set (FIREBASE_API_KEY). A real one needs FIREBASE_PROJECT_ID, or there is no such call.
 */
export const session: RoutePlugin<SessionOptions> = async (app, options) => {
  const { store, environment, now, time } = options;
  const trust = trusted(environment, options.keys);
  if (!trust) return;
  const verify = createVerifier({ ...trust, time });
  const key = await openServiceKey(environment.DATA_DIR);
  const signedIn = createSignedIn({ db: store.db, key: key('signed-in'), now });
  startPruning(app, signedIn);
  const secure = environment.LEDGER_URL.startsWith('https:');
  const cookieName = cookieNameOf('session', secure);
  // Over HTTPS the site may have another domain than the service; over HTTP both are on one machine.
  const reach = secure
    ? { path: '/', words: 'Secure; SameSite=None' }
    : { path: sessionPath, words: 'SameSite=Lax' };
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=${reach.path}; Max-Age=${seconds}; HttpOnly; ${reach.words}`;
  const valueIn = new RegExp(`(?:^|; *)${cookieName}=([\\w-]{43})(?:;|$)`);
  const cookieOf = ({ headers }: FastifyRequest) => valueIn.exec(headers.cookie ?? '')?.[1];

  app.post(
    sessionPath,
    {
      schema: {
        summary: 'Records who is signed in, from a new ID token of the identity provider.',
        description: 'Authorization: Bearer <token>, at most 300 seconds old. May be repeated.',
        response: { 204: noContent, 400: error(), 401: error(), 503: error() },
      },
    },
    async (request, reply) => {
      const [, token = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
      const verified = await verify(token);
      if (!verified.ok) {
        const { code, sentence, headers } = refusals[verified.code];
        return reply.code(code).headers(headers).send(errorBody(code, sentence));
      }
      const { person, lasts } = verified.value;
      const value = await signedIn.note(person, now() + lasts, cookieOf(request));
      const seconds = Math.max(1, Math.floor(lasts / 1_000));
      return reply.code(204).header('set-cookie', cookie(value, seconds)).send(null);
    },
  );

  app.delete(
    sessionPath,
    {
      schema: {
        summary: 'Forgets who was signed in here.',
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      const value = cookieOf(request);
      if (value === undefined) return reply.code(204).send(null);
      await signedIn.forget(value);
      return reply.code(204).header('set-cookie', cookie('', 0)).send(null);
    },
  );
};

function trusted(
  { FIREBASE_API_KEY: apiKey, FIREBASE_PROJECT_ID: project }: SessionOptions['environment'],
  keys = googleKeys,
): Pick<VerifyTokenOptions, 'project' | 'keys'> | undefined {
  if (apiKey === undefined) return { project: demoProject, keys: null };
  return project === undefined ? undefined : { project, keys };
}
