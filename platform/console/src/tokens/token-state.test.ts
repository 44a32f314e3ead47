import type { Token } from '@tallystick/registry/contract/tokens';
import { describe, expect, it } from 'vitest';
import { sortTokens, tokenState } from './token-state.ts';

const token: Token = {
  id: '1',
  name: 'ana',
  scope: { kind: 'manager' },
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: 'this machine',
  expiresAt: '2026-12-01T00:00:00.000Z',
  revokedAt: null,
  lastUsedAt: null,
};
const now = Date.parse('2026-11-21T00:00:00.000Z');

describe('a token', () => {
  it('is good until it expires or is revoked', () => {
    expect(tokenState(token, now)).toBe('active');
    expect(tokenState(token, Date.parse('2026-12-01T00:00:00.000Z'))).toBe('expired');
    expect(tokenState({ ...token, revokedAt: '2026-11-20T00:00:00.000Z' }, now)).toBe('revoked');
  });

  it('stands above those that are not', () => {
    const revoked = { ...token, id: 'revoked', revokedAt: '2026-11-20T00:00:00.000Z' };
    const expired = { ...token, id: 'expired', expiresAt: '2026-11-20T00:00:00.000Z' };
    const newer = { ...token, id: 'newer', createdAt: '2026-11-02T00:00:00.000Z' };
    expect(sortTokens([revoked, expired, token, newer], now).map(({ id }) => id)).toEqual([
      'newer',
      '1',
      'expired',
      'revoked',
    ]);
  });
});
