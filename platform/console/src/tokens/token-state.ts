import type { Token } from '@tallystick/registry/contract/tokens';

export type TokenState = 'active' | 'expired' | 'revoked';

/** @param now milliseconds since 1970 */
export function tokenState({ revokedAt, expiresAt }: Token, now: number): TokenState {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

const rank = { active: 0, expired: 1, revoked: 2 };

/** Those that are good first, the newest of each first. */
export function sortTokens(tokens: readonly Token[], now: number): Token[] {
  return [...tokens].sort(
    (one, other) =>
      rank[tokenState(one, now)] - rank[tokenState(other, now)] ||
      Date.parse(other.createdAt) - Date.parse(one.createdAt),
  );
}
