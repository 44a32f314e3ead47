/** What one client, or a larger network, has used of the store, and has in it now. */
export interface Account {
  /** Milliseconds of the store's time as of `at`: drained by the budget, and for whose turn it is. */
  used: number;
  lately: number;
  at: number;
  /** How many budgets it has: a network of many clients has several. */
  readonly shares: number;
  /** The process's own: it comes first and is not charged. */
  readonly isOwn: boolean;
  /** Presumed cost of what runs. */
  running: number;
  /** How many of its statements wait. */
  waiting: number;
}

/** With more accounts than this, those that owe nothing are forgotten; one that owes never is. */
const maxAccounts = 10_000;
const minute = 60_000;
const own = '';
/** Milliseconds by which the recent use decays each millisecond. */
const decay = 0.1;

/**
 * @param budget milliseconds of the store's time that one client may use a minute
 * @param now milliseconds, never going back
 */
export function openAccounts(budget: number, now: () => number) {
  const accounts = new Map<string, Account>();

  const used = ({ used, at, shares }: Account) =>
    Math.max(0, used - ((now() - at) * budget * shares) / minute);
  const lately = ({ lately, at }: Account) => Math.max(0, lately - (now() - at) * decay);

  function forgetSettled(): void {
    for (const [client, account] of accounts) {
      const owes = used(account) + lately(account) + account.running + account.waiting;
      if (owes === 0) accounts.delete(client);
    }
  }

  return {
    /** @param client absent: the process's own */
    of(client = own, shares = 1): Account {
      const known = accounts.get(client);
      if (known) return known;
      if (accounts.size >= maxAccounts) forgetSettled();
      const counts = { used: 0, lately: 0, running: 0, waiting: 0 };
      const account = { ...counts, at: now(), shares, isOwn: client === own };
      accounts.set(client, account);
      return account;
    },
    /** The account with the smallest value is next. */
    rankOf: (account: Account): number => (account.isOwn ? -1 : lately(account) + account.running),
    charge(account: Account, milliseconds: number): void {
      account.used = used(account) + milliseconds;
      account.lately = lately(account) + milliseconds;
      account.at = now();
    },
    /** Seconds until a client, or a larger network, has not used its budget up; 0: now. */
    retryAfter(client: string): number {
      const account = accounts.get(client);
      if (account === undefined) return 0;
      const all = budget * account.shares;
      return Math.max(0, Math.ceil(((used(account) - all) * minute) / all / 1_000));
    },
  };
}
