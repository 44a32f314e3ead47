import type { Selectable } from 'kysely';
import type { Grant, Granted } from '../audit/replay.ts';
import type { Context } from '../context.ts';
import { refusal } from '../contract/problem.ts';
import type { Actor, Token } from '../contract/tokens.ts';
import { unlessManager } from '../refusals.ts';
import type { Access } from '../registry.ts';
import type { Database } from '../store/schema.ts';
import type { Bearers } from './bearers.ts';
import { fingerprintOf, idOf, isSecret, makeSecret, noFingerprint } from './secret.ts';

const day = 86_400_000;
/** How exactly it is kept when a token was last used, in milliseconds. */
const usedWithin = 60_000;

/**
 * Who may do what: tokens, of which the secret is shown once and only its hash is kept. What counts is
 * what the audit log grants; the rows of the table grant nothing.
 *
 * @param bearers who know secrets of other sorts
 */
export function openTokens({ db, write, audit, now }: Context, bearers: readonly Bearers[]) {
  /** When the use of each token was last noted. */
  const used = new Map<string, number>();

  /** The actor of a token that is good now. */
  async function actorOf(id: string, secret?: string): Promise<Actor | null> {
    const token = (await audit.follow()).tokens.get(id);
    const good =
      secret === undefined || isSecret(secret, token?.grant.fingerprint ?? noFingerprint);
    if (token === undefined || !good || token.revokedAt !== null) return null;
    // A link that is missing may have revoked it.
    if (audit.isDoubtful(token.sequence)) return null;
    const { name, scope, expiresAt } = token.grant;
    if (Date.parse(expiresAt) <= now()) return null;
    if (secret !== undefined) await noteUse(id);
    return { tokenId: id, name, scope };
  }

  /** For people to see, and no more: what cannot be noted is no reason to refuse anything. */
  async function noteUse(id: string): Promise<void> {
    const last = used.get(id);
    if (last !== undefined && now() - last >= 0 && now() - last < usedWithin) return;
    used.set(id, now());
    const at = new Date(now()).toISOString();
    await db
      .updateTable('token')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .execute()
      .catch(() => {});
  }

  return {
    tokens: async (actor) => {
      const mayNot = unlessManager(actor, 'see the tokens');
      if (mayNot) return mayNot;
      const { tokens } = await audit.follow();
      const rows = await db.selectFrom('token').select(['id', 'last_used_at']).execute();
      const uses = new Map(rows.map(({ id, last_used_at }) => [id, last_used_at]));
      const value = [...tokens.values()].map((granted) =>
        shown(granted, uses.get(granted.grant.id)?.toISOString()),
      );
      return { ok: true, value: value.sort(byAge) };
    },
    createToken: async (actor, { name, scope, days }) => {
      const mayNot = unlessManager(actor, 'make tokens');
      if (mayNot) return mayNot;
      const { id, secret, hash } = makeSecret();
      return write(async ({ trx, at, append }) => {
        const expiresAt = new Date(now() + days * day).toISOString();
        const made = { id, name, scope, createdAt: at, createdBy: actor.name, expiresAt };
        await trx
          .insertInto('token')
          .values({
            id,
            name,
            hash,
            scope: JSON.stringify(scope),
            created_at: at,
            created_by: actor.name,
            expires_at: expiresAt,
          })
          .execute();
        await append(actor, 'token-create', { ...made, fingerprint: fingerprintOf(hash) });
        const token = { ...made, revokedAt: null, lastUsedAt: null };
        return { ok: true, value: { token, secret } };
      });
    },
    revokeToken: async (actor, id) => {
      const mayNot = unlessManager(actor, 'revoke tokens');
      if (mayNot) return mayNot;
      return write(async ({ trx, replay, at, append }) => {
        const found = replay.tokens.get(id);
        if (found === undefined) return refusal('unknown', `there is no token ${id}`);
        const row = trx.selectFrom('token').select('last_used_at').where('id', '=', id);
        const usedAt = (await row.executeTakeFirst())?.last_used_at?.toISOString();
        if (found.revokedAt !== null) return { ok: true, value: shown(found, usedAt) };
        await trx.updateTable('token').set({ revoked_at: at }).where('id', '=', id).execute();
        await append(actor, 'token-revoke', { id, name: found.grant.name });
        return { ok: true, value: shown({ ...found, revokedAt: at }, usedAt) };
      }, 'urgent');
    },
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
    actorOf: (id) => actorOf(id),
  } satisfies Partial<Access>;
}

/** A token as it may be shown. */
function shown({ grant, revokedAt }: Granted, lastUsedAt: string | null = null): Token {
  const { fingerprint: _, ...token } = grant;
  return { ...token, revokedAt, lastUsedAt };
}

/** The newest first. */
function byAge(one: Token, other: Token): number {
  return other.createdAt.localeCompare(one.createdAt) || one.id.localeCompare(other.id);
}

/** What of a token never changes, as the audit log has it. */
export function grantOf(row: Selectable<Database['token']>): Grant {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at.toISOString(),
    fingerprint: fingerprintOf(row.hash),
  };
}
