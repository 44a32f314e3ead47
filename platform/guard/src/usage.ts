import { LRUCache } from 'lru-cache';

/** Milliseconds that a client is charged more for a refusal: seven in a second make it heavy. */
const refusalMs = 3;
/** Milliseconds that a client has used at least after one of its connections was cut: it is heavy for a second. */
const cutMs = 40;
/** Milliseconds since its last refusal for which a client counts as refused. */
const refusedForMs = 1_000;
/** A client's used time decays by so much each millisecond; from `heavyMs` on it is heavy. */
const decayPerMs = 0.02;
const heavyMs = 20;
/** Milliseconds since its first request after which a client is no newcomer any more. */
const newForMs = 10_000;
/** Clients whose used time is remembered (LRU cache). */
const maxClients = 10_000;

/** Milliseconds of use as of `at`; `since` its first request; when it was last refused. */
type Account = Record<'used' | 'at' | 'since' | 'refusedAt', number>;

/** `heavy`: it has used much of the event loop lately. `newcomer`: its first request was a moment ago. */
export type Standing = 'known' | 'newcomer' | 'heavy';

/** What each client has used of the event loop lately. `now`: milliseconds, never going back. */
export function openUsage(now: () => number) {
  const accounts = new LRUCache<string, Account>({ max: maxClients });

  const used = ({ used, at }: Account) => Math.max(0, used - (now() - at) * decayPerMs);

  function accountOf(client: string): Account {
    const existing = accounts.get(client);
    if (existing !== undefined) return existing;
    const account = { used: 0, at: now(), since: now(), refusedAt: Number.NEGATIVE_INFINITY };
    accounts.set(client, account);
    return account;
  }

  function charge(client: string, milliseconds: number): Account {
    const account = accountOf(client);
    account.used = used(account) + milliseconds;
    account.at = now();
    return account;
  }

  return {
    standingOf(client: string): Standing {
      const account = accountOf(client);
      if (used(account) >= heavyMs) return 'heavy';
      return now() - account.since < newForMs ? 'newcomer' : 'known';
    },
    charge(client: string, milliseconds: number): void {
      charge(client, milliseconds);
    },
    chargeRefusal(client: string): void {
      charge(client, refusalMs).refusedAt = now();
    },
    /** However many connections of a client are cut, it is heavy for no more than a second. */
    chargeCut(client: string): void {
      charge(client, Math.max(0, cutMs - used(accountOf(client))));
    },
    isRefused: (client: string): boolean => now() - accountOf(client).refusedAt < refusedForMs,
  };
}
