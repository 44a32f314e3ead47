import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import * as v from 'valibot';
import { type OrRefusal, refusal } from '../../src/contract/problem.ts';
import type { PartContext } from '../../src/part/part.ts';
import type { ShortLivedKind } from '../../src/short-lived/kinds.ts';
import type { BegunDevice, BegunSignIn, DeviceAnswer } from './contract/people.ts';
import type { Provider } from './provider.ts';
import { openSeal } from './seal.ts';
import type { Sessions } from './sessions.ts';

/** A sign-in that has begun: a person has ten minutes for the provider's page. */
const begun: ShortLivedKind = { name: 'sign-in', life: 600_000, ofOwner: 2_000, inAll: 2_000 };
const begunDevice: ShortLivedKind = { ...begun, name: 'device-sign-in', life: 1_800_000 };
const begunSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ verifier: v.string(), nonce: v.string() }),
);
const over = refusal('unauthorized', 'This sign-in took too long, or is done: begin again.');

/** Where the provider sends the browser back to: a page of the console, which asks to finish. */
const returnTo = (origin: string) => new URL('/signed-in', origin);

/** How people sign in, to the console and to the command. */
export interface SignIn {
  readonly issuer: string;
  /** @param origin where browsers reach the console */
  begin(origin: string): Promise<OrRefusal<BegunSignIn>>;
  /** Ends it, once; `query` is what the provider has sent the browser back with. Answers the code of a sign-in link. */
  finish(origin: string, query: string): Promise<OrRefusal<{ secret: string }>>;
  beginDevice(): Promise<OrRefusal<BegunDevice>>;
  askDevice(handle: string): Promise<OrRefusal<DeviceAnswer>>;
}

export function openSignIn(
  { shortLived, secret }: Pick<PartContext, 'shortLived' | 'secret'>,
  provider: Provider,
  sessions: Sessions,
): SignIn {
  // Who could read the code of a device could ask for its session first.
  const { seal, open } = openSeal(secret('codes of devices'), v.string());
  return {
    issuer: provider.issuer,
    begin: async (origin) => {
      const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()];
      const state = await shortLived.issue(begun, JSON.stringify({ verifier, nonce }), '');
      const redirect = returnTo(origin).href;
      const url = await provider.begin({ redirect, state, verifier, nonce });
      return url.ok ? { ok: true, value: { url: url.value, state } } : url;
    },
    finish: async (origin, query) => {
      const returned = returnTo(origin);
      returned.search = query;
      const state = returned.searchParams.get('state') ?? '';
      const value = await shortLived.take(begun, state);
      if (value === null) return over;
      const found = await provider.finish(returned, { ...v.parse(begunSchema, value), state });
      if (!found.ok) return found;
      const session = await sessions.begin(found.value, 'console');
      if (!session.ok) return session;
      const { id } = session.value.session;
      return { ok: true, value: { secret: await shortLived.issue('sign-in-link', id, id) } };
    },
    beginDevice: async () => {
      const has = await provider.hasDevices();
      if (!has.ok) return has;
      if (!has.value) {
        const problem = 'The identity provider has no sign-in for commands (device flow).';
        return refusal('unfit', problem, 'Use a token: RELEASE_TOKEN.');
      }
      const given = await provider.beginDevice();
      if (!given.ok) return given;
      const { device_code, user_code, verification_uri, verification_uri_complete } = given.value;
      const { interval = 5, expires_in: expiresIn } = given.value;
      const handle = await shortLived.issue(begunDevice, await seal(device_code), '');
      const urlWithCode = verification_uri_complete ?? null;
      const shown = { userCode: user_code, url: verification_uri, urlWithCode };
      return { ok: true, value: { handle, ...shown, interval, expiresIn } };
    },
    askDevice: async (handle) => {
      const sealed = await shortLived.find(begunDevice, handle);
      const code = sealed === null ? null : await open(sealed);
      if (code === null) return over;
      const said = await provider.askDevice(code);
      if (!said.ok) return said;
      if (said.value === 'waiting' || said.value === 'slower') {
        return { ok: true, value: { state: 'waiting', slower: said.value === 'slower' } };
      }
      await shortLived.take(begunDevice, handle);
      const begins = await sessions.begin(said.value, 'command');
      return begins.ok ? { ok: true, value: { state: 'signed-in', ...begins.value } } : begins;
    },
  };
}
