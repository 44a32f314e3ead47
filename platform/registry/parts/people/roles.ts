import type { Environment } from '@tallystick/settings/environment';
import type { Actor } from '../../src/contract/tokens.ts';

type Scope = Actor['scope'];

/**
 * What somebody may do who is in these groups: the most that one of them gives, and the apps of all of them together.
 * Null: they are in none that is named, and nobody else signs in.
 */
export function scopeOf(
  groups: readonly string[],
  { OIDC_ROLES: roles, OIDC_OTHERS: others }: Pick<Environment, 'OIDC_ROLES' | 'OIDC_OTHERS'>,
): Scope | null {
  const given = groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group]] : []));
  if (given.includes('administrator')) return { kind: 'manager' };
  if (given.includes('manager')) return { kind: 'manager', administers: false };
  const lists = given.filter((role) => Array.isArray(role));
  const [app, ...more] = [...new Set(lists.flat())];
  if (app !== undefined) {
    return { kind: 'publisher', app, ...(more.length > 0 && { others: more }) };
  }
  return given.includes('viewer') || others === 'viewer' ? { kind: 'viewer' } : null;
}
