import type { JWTPayload } from 'jose';
import type { Trust } from './contract/trust.ts';

/**
 * The event of GitHub by which the pipeline of a repository runs for a pull request of a fork, with the
 * repository's own name and branch in its token: only a trust that names the event takes it.
 */
const forkEvent = 'pull_request_target';

/** The first claim of a token that is not as a trust wants it, or null: the trust is for this token. */
export function wrongClaim({ claims }: Pick<Trust, 'claims'>, payload: JWTPayload): string | null {
  const wrong = Object.entries(claims).find(
    ([name, wanted]) => !matches(wanted, claimOf(payload, name)),
  );
  if (wrong !== undefined) return wrong[0];
  const event = 'event_name';
  const namesEvent = Object.hasOwn(claims, event);
  return claimOf(payload, event) === forkEvent && !namesEvent ? event : null;
}

/** A claim as text; undefined: there is none, or it is no single value. */
export function claimOf(payload: JWTPayload, name: string): string | undefined {
  const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** `wanted` is the very value, or what it begins with and a `*`; something must stand in place of the `*`. */
function matches(wanted: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (!wanted.endsWith('*')) return value === wanted;
  const start = wanted.slice(0, -1);
  return value.length > start.length && value.startsWith(start);
}
