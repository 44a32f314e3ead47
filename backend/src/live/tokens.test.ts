import { describe, expect, it } from 'vitest';
import { createTokens } from './tokens.ts';

const key = new Uint8Array(32).fill(7);
const session = { id: 'login-1', user: 'somebody', generation: 3, began: 1_795_132_000 };

function at(seconds: number) {
  return () => Date.UTC(2026, 10, 20) + seconds * 1000;
}

describe('tokens', () => {
  it('have three parts, numeric iat and exp, and name session and user', async () => {
    const token = await createTokens(key, 'app', at(0)).issue('access', session);
    const [header = '', payload = '', signature, ...more] = token.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'JWT',
    });
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
      gen: 3,
      iss: 'app',
      aud: 'access',
      sub: 'somebody',
      jti: 'login-1',
      auth_time: 1_795_132_000,
      iat: 1_795_132_800,
      exp: 1_795_134_600,
    });
    expect([typeof signature, more]).toEqual(['string', []]);
  });

  it.each([
    ['access', 1_799, session],
    ['access', 1_800, null],
    ['refresh', 5_183_999, session],
    ['refresh', 5_184_000, null],
  ] as const)('%s after %i s', async (kind, seconds, expected) => {
    const token = await createTokens(key, 'app', at(0)).issue(kind, session);
    expect(await createTokens(key, 'app', at(seconds)).verify(kind, token)).toEqual(expected);
  });

  it('do not pass for the other kind, another app, another key, or none', async () => {
    const tokens = createTokens(key, 'app', at(0));
    const token = await tokens.issue('refresh', session);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
    expect(await tokens.verify('access', token)).toBeNull();
    expect(await createTokens(key, 'other', at(0)).verify('refresh', token)).toBeNull();
    expect(
      await createTokens(new Uint8Array(32), 'app', at(0)).verify('refresh', token),
    ).toBeNull();
    expect(await tokens.verify('refresh', unsigned)).toBeNull();
    expect(await tokens.verify('refresh', '')).toBeNull();
  });
});
