import type { Environment } from '@tallystick/settings/environment';
import { type OrRefusal, refusal } from '../../src/contract/problem.ts';
import type { Actor } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import { unlessAdministrator } from '../../src/refusals.ts';
import type { Bearers } from '../../src/tokens/bearers.ts';
import {
  fingerprintOf,
  idOf,
  isSecret,
  makeSecret,
  noFingerprint,
} from '../../src/tokens/secret.ts';
import type { Session } from './contract/people.ts';
import type { Identity } from './identity.ts';
import {
  type KeptSession,
  type KeptSessions,
  type LifeSettings,
  openKeptSessions,
} from './kept-sessions.ts';
import type { Provider } from './provider.ts';
import { openRefreshing } from './refresh.ts';
import { scopeOf } from './roles.ts';

type RoleSettings = Pick<Environment, 'OIDC_ROLES' | 'OIDC_OTHERS'>;
export type SessionSettings = LifeSettings &
  RoleSettings &
  Pick<Environment, 'SESSION_REFRESH_MINUTES'>;

/** Who is signed in. */
export interface Sessions {
  /** Begins a session of whom the provider has named; `forbidden`: none of their groups may sign in. */
  begin(
    identity: Identity,
    at: Session['at'],
  ): Promise<OrRefusal<{ secret: string; session: Session }>>;
  /** The newest first: all for administrators, for others their own. */
  list(actor: Actor): Promise<Session[]>;
  /** Ends one's own session, or for administrators anybody's. */
  end(actor: Actor, id: string): Promise<OrRefusal<null>>;
  readonly bearers: Bearers;
}

const prefix = 'person-';

/** What somebody may do follows at each request from the groups that the provider named last. */
export function openSessions(
  context: PartContext,
  provider: Pick<Provider, 'refresh'>,
  settings: SessionSettings,
): Sessions {
  const { write, now } = context;
  const kept = openKeptSessions(context, settings);
  const list = () => readAll(kept, settings);
  return {
    begin: async (identity, at) => {
      const { id: hex, secret, hash } = makeSecret('tss');
      const { groups, ...who } = identity;
      const times = { createdAt: now(), refreshedAt: now() };
      const own = { id: `${prefix}${hex}`, fingerprint: fingerprintOf(hash), at, ...times };
      const begun: KeptSession = { ...who, ...own, groups: [...groups] };
      const actor = actorOf(begun, settings);
      if (actor === null) return noRole(identity);
      return write(async ({ trx, append }) => {
        await kept.add(trx, begun);
        await append(actor, 'sign-in', { at, scope: actor.scope });
        const session = shown(begun, now(), actor, kept.endOf(begun));
        return { ok: true, value: { secret, session } };
      });
    },
    list: async (actor) => {
      const all = await list();
      if (unlessAdministrator(actor, 'see who is signed in') === null) return all;
      return all.filter(({ person }) => person.subject === actor.person?.subject);
    },
    end: async (actor, id) => {
      const session = (await list()).find((one) => one.id === id);
      const isOwn = session !== undefined && session.person.subject === actor.person?.subject;
      const mayNot = isOwn ? null : unlessAdministrator(actor, "end somebody else's session");
      if (mayNot) return mayNot;
      if (session === undefined) return refusal('unknown', `there is no session ${id}`);
      return write(async ({ trx, append }) => {
        await append(actor, 'session-end', { session: id, of: session.name });
        await kept.remove(id, trx);
        return { ok: true, value: null };
      }, 'urgent');
    },
    bearers: bearersOf(kept, openRefreshing(kept, provider, settings, context), settings),
  };
}

function bearersOf(
  kept: KeptSessions,
  refreshed: ReturnType<typeof openRefreshing>,
  settings: RoleSettings,
): Bearers {
  /** @param secret with which the session must have been opened; absent: a cookie stands for its id */
  async function find(id: string, secret?: string): Promise<Actor | null> {
    const found = await kept.find(id);
    const fingerprint = found?.kept.fingerprint ?? noFingerprint;
    if (secret !== undefined && !isSecret(secret, fingerprint)) return null;
    const session = found && (await refreshed(found.kept));
    if (session === null) return null;
    await kept.see(id, found?.seenAt ?? 0);
    return actorOf(session, settings);
  }
  return {
    authenticate: async (secret) => {
      const hex = idOf(secret, 'tss');
      return hex === null ? null : await find(`${prefix}${hex}`, secret);
    },
    // So a sign-in waits where wrong tokens came from, docs/decisions/0028: memory cannot tell good ones.
    knows: () => false,
    endedAt: () => null,
    actorOf: async (id) => (id.startsWith(prefix) ? await find(id) : null),
    signedOut: async (id) => (id.startsWith(prefix) ? await kept.remove(id) : undefined),
  };
}

async function readAll(kept: KeptSessions, settings: RoleSettings): Promise<Session[]> {
  const found = await Promise.all((await kept.ids()).map(kept.find));
  return found
    .flatMap((one) => {
      const actor = one && actorOf(one.kept, settings);
      return one && actor ? [shown(one.kept, one.seenAt, actor, kept.endOf(one.kept))] : [];
    })
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** Null: none of their groups may do anything here. */
function actorOf({ id, name, person, groups }: KeptSession, settings: RoleSettings): Actor | null {
  const scope = scopeOf(groups, settings);
  return scope && { tokenId: id, name, scope, person };
}

/** Times in milliseconds since 1970. */
function shown(
  { id, name, person, at, createdAt }: KeptSession,
  seenAt: number,
  { scope }: Actor,
  endsAt: number,
): Session {
  const iso = (time: number) => new Date(time).toISOString();
  const times = { createdAt: iso(createdAt), seenAt: iso(seenAt), endsAt: iso(endsAt) };
  return { id, name, person, scope, at, ...times };
}

function noRole({ name, groups }: Identity) {
  const own = groups.length === 0 ? 'no group' : groups.slice(0, 10).join(', ');
  return refusal(
    'forbidden',
    `${name} is known, and none of their groups may sign in here (${own}).`,
    'An administrator says which groups may: OIDC_ROLES.',
  );
}
