import type { JWTPayload } from 'jose';
import type { Trust } from './contract/trust.ts';

/**
 * The event of GitHub on which a repository's pipeline runs for a pull request of a fork. Its token has the
 * repository's own name and branch, so only a trust that names the event accepts it.
 */
const forkEvent = 'pull_request_target';

/** The first claim of a token that does not match the trust; null: all of them match. */
export function wrongClaim({ claims }: Pick<Trust, 'claims'>, payload: JWTPayload): string | null {
  const wrong = Object.entries(claims).find(
    ([name, wanted]) => !matches(wanted, claimOf(payload, name)),
  );
  if (wrong !== undefined) return wrong[0];
  const event = 'event_name';
  const namesEvent = Object.hasOwn(claims, event);
  return claimOf(payload, event) === forkEvent && !namesEvent ? event : null;
}

/** A claim as text; undefined if it is missing, or not a single value. */
export function claimOf(payload: JWTPayload, name: string): string | undefined {
  const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** `wanted` is the exact value, or a prefix followed by `*`, which stands for at least one character. */
function matches(wanted: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (!wanted.endsWith('*')) return value === wanted;
  const start = wanted.slice(0, -1);
  return value.length > start.length && value.startsWith(start);
}
