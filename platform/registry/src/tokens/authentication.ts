import type { Context } from '../context.ts';
import type { Actor } from '../contract/tokens.ts';
import type { Access } from '../registry.ts';
import type { Bearers } from './bearers.ts';
import { idOf, isSecret, noFingerprint } from './secret.ts';
import { openTokenUse } from './token-use.ts';

/**
 * Finds the actor that a secret stands for. Only the audit log grants a token; the rows of the table grant nothing.
 *
 * @param bearers find the actors of other kinds of secrets
 * @param glassBroken is told of each use of a break-glass token
 */
export function openAuthentication(
  { db, audit, now }: Pick<Context, 'db' | 'audit' | 'now'>,
  bearers: readonly Bearers[],
  glassBroken: (actor: Actor) => void,
) {
  const noteUse = openTokenUse(db, now);

  /** The actor of a token that is valid now. */
  async function actorOf(id: string, secret?: string): Promise<Actor | null> {
    const token = (await audit.follow()).tokens.get(id);
    const good =
      secret === undefined || isSecret(secret, token?.grant.fingerprint ?? noFingerprint);
    if (token === undefined || !good || token.revokedAt !== null) return null;
    // An entry that is missing may have revoked it.
    if (audit.isDoubtful(token.sequence)) return null;
    const { name, scope, expiresAt, breakGlass } = token.grant;
    if (Date.parse(expiresAt) <= now()) return null;
    if (secret !== undefined) await noteUse(id);
    const actor = { tokenId: id, name, scope, ...(breakGlass && { breakGlass }) };
    if (breakGlass) glassBroken(actor);
    return actor;
  }

  return {
    authenticate: async (secret) => {
      const id = idOf(secret);
      if (id !== null) return await actorOf(id, secret);
      for (const others of bearers) {
        const actor = await others.authenticate(secret);
        if (actor !== null) return actor;
      }
      return null;
    },
    knows: (secret) => {
      const token = audit.seen().tokens.get(idOf(secret) ?? '');
      const isToken = isSecret(secret, token?.grant.fingerprint ?? noFingerprint);
      return isToken || bearers.some((others) => others.knows(secret));
    },
    endedAt: (secret) => {
      const token = audit.seen().tokens.get(idOf(secret) ?? '');
      if (token !== undefined && isSecret(secret, token.grant.fingerprint)) {
        const { expiresAt } = token.grant;
        return token.revokedAt === null && Date.parse(expiresAt) <= now() ? expiresAt : null;
      }
      const ends = bearers.map((others) => others.endedAt(secret));
      return ends.find((at) => at !== null) ?? null;
    },
    actorOf: async (id) => {
      for (const others of [{ actorOf }, ...bearers]) {
        const actor = await others.actorOf?.(id);
        if (actor) return actor;
      }
      return null;
    },
    signedOut: async (id) => {
      for (const others of bearers) await others.signedOut?.(id);
    },
  } satisfies Partial<Access>;
}
