import type { Selectable } from 'kysely';
import type { Grant } from '../audit/details.ts';
import type { Granted } from '../audit/replay-state.ts';
import type { Context } from '../context.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import type { Actor, Token } from '../contract/tokens.ts';
import { unlessAdministrator } from '../refusals.ts';
import type { Access } from '../registry.ts';
import type { Database } from '../store/schema.ts';
import { openAuthentication } from './authentication.ts';
import type { Bearers } from './bearers.ts';
import { fingerprintOf, makeSecret } from './secret.ts';

const day = 86_400_000;

/**
 * Tokens: who may do what. A token's secret is shown once, and only its hash is kept. What counts is what the audit
 * log grants; the rows of the table grant nothing.
 *
 * @param bearers who know secrets of other sorts
 * @param glassBroken is told of each use of a break-glass token
 */
export function openTokens(
  context: Context,
  bearers: readonly Bearers[],
  glassBroken: (actor: Actor) => void,
) {
  const { db, write, audit, now } = context;

  return {
    tokens: async (actor) => {
      const mayNot = unlessAdministrator(actor, 'see the tokens');
      if (mayNot) return mayNot;
      const { tokens } = await audit.follow();
      const rows = await db.selectFrom('token').select(['id', 'last_used_at']).execute();
      const uses = new Map(rows.map(({ id, last_used_at }) => [id, last_used_at]));
      const value = [...tokens.values()].map((granted) =>
        shown(granted, uses.get(granted.grant.id)?.toISOString()),
      );
      return { ok: true, value: value.sort(byAge) };
    },
    createToken: async (actor, { name, scope, days, breakGlass }) => {
      const mayNot = unlessAdministrator(actor, 'make tokens');
      if (mayNot) return mayNot;
      const { id, secret, hash } = makeSecret();
      return write(async ({ trx, replay, at, append }) => {
        // History names who acts: two of one name could not be told apart there.
        const taken = [...replay.tokens.values()].some(
          (one) => isGood(one, now()) && one.grant.name.toLowerCase() === name.toLowerCase(),
        );
        if (taken && actor.tokenId !== theMachine) return nameTaken(name);
        const expiresAt = new Date(now() + days * day).toISOString();
        const own = { id, name, scope, ...(breakGlass && { breakGlass }) };
        const made = { ...own, createdAt: at, createdBy: actor.name, expiresAt };
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
      const mayNot = unlessAdministrator(actor, 'revoke tokens');
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
    ...openAuthentication(context, bearers, glassBroken),
  } satisfies Partial<Access>;
}

/** Who makes the key of each machine, which all have one name (`machine-key`). */
const theMachine = 'house';

function isGood({ grant, revokedAt }: Granted, now: number): boolean {
  return revokedAt === null && Date.parse(grant.expiresAt) > now;
}

function nameTaken(name: string): Refusal {
  const problem = `There is a good token named ${name} already, and history could not tell the two apart.`;
  return refusal(
    'taken',
    problem,
    `Choose another name, or revoke it first: token revoke ${name}.`,
  );
}

/** A token as it may be shown. */
function shown({ grant, revokedAt }: Granted, lastUsedAt: string | null = null): Token {
  const { fingerprint: _, ...token } = grant;
  return { ...token, revokedAt, lastUsedAt };
}

/** Sorts the newest first. */
function byAge(one: Token, other: Token): number {
  return other.createdAt.localeCompare(one.createdAt) || one.id.localeCompare(other.id);
}

/** The parts of a token that never change, as the audit log has them. */
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
