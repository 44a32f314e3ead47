import { createHash } from 'node:crypto';
import { appendAudit } from '../audit/audit.ts';
import type { Actor, Token } from '../contract/tokens.ts';
import { refuse, unlessManager } from '../refusals.ts';
import type { Registry } from '../registry.ts';
import type { TokenTable } from '../store/schema.ts';
import type { Reader, Write } from '../store/writes.ts';
import { idOf, isSecret, makeSecret } from './secret.ts';

const day = 86_400_000;
/** How exactly it is kept when a token was last used, in milliseconds. */
const usedWithin = 60_000;

export interface TokensParts {
  db: Reader;
  write: Write;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type Tokens = Pick<
  Registry,
  'tokens' | 'createToken' | 'revokeToken' | 'authenticate' | 'actorOf'
>;

/** Who may do what: tokens, of which the secret is shown once and only its hash is kept. */
export function openTokens({ db, write, now }: TokensParts): Tokens {
  const find = (from: Reader, id: string) =>
    from.selectFrom('token').selectAll().where('id', '=', id).executeTakeFirst();

  /** The actor of a token that is good now. */
  async function actorOf(id: string, secret?: string): Promise<Actor | null> {
    const row = await find(db, id);
    const good = secret === undefined || isSecret(secret, row?.hash ?? new Uint8Array(32));
    if (row === undefined || !good || row.revoked_at !== null) return null;
    if (row.expires_at.getTime() <= now()) return null;
    if (secret !== undefined) await noteUse(id, row.last_used_at);
    return { tokenId: id, name: row.name, scope: row.scope };
  }

  async function noteUse(id: string, last: Date | null): Promise<void> {
    if (last !== null && now() - last.getTime() < usedWithin) return;
    const used = new Date(now()).toISOString();
    await db.updateTable('token').set({ last_used_at: used }).where('id', '=', id).execute();
  }

  return {
    tokens: async (actor) => {
      const refusal = unlessManager(actor, 'see the tokens');
      if (refusal) return refusal;
      const query = db.selectFrom('token').selectAll().orderBy('created_at', 'desc').orderBy('id');
      return { ok: true, value: (await query.execute()).map(toToken) };
    },

    createToken: async (actor, { name, scope, days }) => {
      const refusal = unlessManager(actor, 'make tokens');
      if (refusal) return refusal;
      const { id, secret, hash } = makeSecret();
      return write(async (trx) => {
        const at = new Date(now()).toISOString();
        const row = {
          id,
          name,
          created_at: at,
          created_by: actor.name,
          expires_at: new Date(now() + days * day).toISOString(),
        };
        const made = await trx
          .insertInto('token')
          .values({ ...row, hash, scope: JSON.stringify(scope) })
          .returningAll()
          .executeTakeFirstOrThrow();
        const token = toToken(made);
        await appendAudit(trx, {
          actor,
          action: 'token-create',
          detail: { ...grantOf(token), fingerprint: fingerprintOf(hash) },
          at,
        });
        return { ok: true, value: { token, secret } };
      });
    },

    revokeToken: async (actor, id) => {
      const refusal = unlessManager(actor, 'revoke tokens');
      if (refusal) return refusal;
      return write(async (trx) => {
        const found = await find(trx, id);
        if (found === undefined) return refuse('unknown', `there is no token ${id}`);
        if (found.revoked_at !== null) return { ok: true, value: toToken(found) };
        const at = new Date(now()).toISOString();
        await trx.updateTable('token').set({ revoked_at: at }).where('id', '=', id).execute();
        const { name } = found;
        await appendAudit(trx, { actor, action: 'token-revoke', detail: { id, name }, at });
        return { ok: true, value: toToken({ ...found, revoked_at: new Date(at) }) };
      });
    },

    authenticate: async (secret) => {
      const id = idOf(secret);
      return id === null ? null : actorOf(id, secret);
    },
    actorOf: (id) => actorOf(id),
  };
}

/** What of a token never changes, as the audit chain has it. */
export function grantOf({ id, name, scope, createdAt, createdBy, expiresAt }: Token) {
  return { id, name, scope, createdAt, createdBy, expiresAt };
}

/** What the chain has of a secret's hash: enough to see that it was exchanged. */
export function fingerprintOf(hash: Uint8Array): string {
  return createHash('sha256').update(hash).digest('hex');
}

type Row = {
  [Column in Exclude<keyof TokenTable, 'created_at' | 'expires_at' | 'scope'>]: Column extends
    | 'revoked_at'
    | 'last_used_at'
    ? Date | null
    : TokenTable[Column];
} & { created_at: Date; expires_at: Date; scope: Token['scope'] };

export function toToken(row: Omit<Row, 'hash'>): Token {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
