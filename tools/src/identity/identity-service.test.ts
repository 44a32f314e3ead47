import { afterAll, beforeAll, expect, it } from 'vitest';
import { identityService } from './identity-service.ts';
import { playSignIn } from './play.testing.ts';

const service = await identityService('demo-tallystick', (answer) => answer);
let url: string;
beforeAll(async () => {
  url = await service.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts:';
const refusal = (code: number, message: string) => ({ error: { code, message } });
const claims = {
  provider_id: 'anonymous',
  auth_time: 'time',
  user_id: 'id',
  firebase: { identities: {}, sign_in_provider: 'anonymous' },
  iss: 'https://securetoken.google.com/demo-tallystick',
  aud: 'demo-tallystick',
  sub: 'id',
  iat: 'time',
  exp: 'time',
};

it('signs people in for the SDK of the identity provider, until their account is deleted', async () => {
  const { told, refused, signedOut, heard } = await playSignIn(url);
  expect(told).toEqual({
    isAnonymous: true,
    signInProvider: 'anonymous',
    lastsSeconds: 3_600,
    names: [null, null, null, null],
  });
  expect(refused).toEqual(['auth/user-token-expired', 'auth/invalid-refresh-token']);
  expect(signedOut).toEqual([true, true, false]);
  const renewal = '/securetoken.googleapis.com/v1/token';
  const looked = { users: [{ localId: 'id', createdAt: 'time', lastLoginAt: 'time' }] };
  expect(heard.slice(0, 4)).toEqual([
    {
      call: `${toolkit}signUp`,
      status: 200,
      said: { localId: 'id', idToken: claims, refreshToken: 'token', expiresIn: '3600' },
    },
    { call: `${toolkit}lookup`, status: 200, said: looked },
    {
      call: renewal,
      status: 200,
      said: {
        access_token: claims,
        id_token: claims,
        refresh_token: 'token',
        expires_in: '3600',
        token_type: 'Bearer',
        user_id: 'id',
      },
    },
    { call: `${toolkit}lookup`, status: 200, said: looked },
  ]);
});

it.each([
  ['a kind of account that it has not', 'signUp', '{"email":"ann@example.org"}', 400],
  ['a body that is no JSON', 'lookup', '{', 400],
  ['a body that is too long', 'lookup', JSON.stringify({ idToken: 'x'.repeat(20_000) }), 413],
  ['a call that it has not', 'update', '{}', 404],
])('refuses %s in the form that the SDK reads', async (_what, call, body, status) => {
  const answer = await fetch(`${url}${toolkit}${call}?key=demo-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual(refusal(status, expect.any(String)));
});

it('lets pages of the origins that pass its gate ask, with the headers of the SDK', async () => {
  const origin = 'http://localhost:4000';
  const { headers } = await fetch(`${url}${toolkit}signUp`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-client-version',
    },
  });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-allow-methods')).toContain('POST');
  expect(headers.get('access-control-allow-headers')).toBe('content-type,x-client-version');
});
