import type { Priority } from './caller.ts';
import type { Account } from './client-accounts.ts';

/** A statement that waits. */
export interface Waiter {
  readonly account: Account;
  readonly priority: Priority;
  start(): void;
  refuse(refusal: Error): void;
}

/**
 * Statements that wait, by account.
 *
 * @param rankOf the account with the smallest value is next
 */
export function openWaitingStatements(rankOf: (account: Account) => number) {
  /** If accounts have the same rank, the first in this map is next. */
  const waiters = new Map<Account, Record<Priority, Waiter[]>>();
  let size = 0;

  return {
    size: () => size,
    add(waiter: Waiter): void {
      const { account, priority } = waiter;
      const lists = waiters.get(account) ?? { interactive: [], batch: [] };
      lists[priority].push(waiter);
      waiters.set(account, lists);
      account.waiting += 1;
      size += 1;
    },
    /** False: it does not wait any more. */
    remove(waiter: Waiter): boolean {
      const { account, priority } = waiter;
      const lists = waiters.get(account);
      const at = lists?.[priority].indexOf(waiter) ?? -1;
      if (lists === undefined || at < 0) return false;
      lists[priority].splice(at, 1);
      account.waiting -= 1;
      size -= 1;
      // Moved to the end: among clients that have used the same, the others come first.
      waiters.delete(account);
      if (account.waiting > 0) waiters.set(account, lists);
      return true;
    },
    /** The next of this priority: of the client that used least, its oldest. */
    next(priority: Priority): Waiter | undefined {
      let best: Waiter | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const [account, lists] of waiters) {
        const [first] = lists[priority];
        if (!first) continue;
        const rank = rankOf(account);
        if (rank < least) [best, least] = [first, rank];
      }
      return best;
    },
    /**
     * The newest statement of the client with the most waiting, batch work first. Undefined: none has more waiting than
     * `asking` would have with one more.
     */
    newestOfBusiest(asking: Account): Waiter | undefined {
      let busiest: Record<Priority, Waiter[]> | undefined;
      let length = asking.waiting + 1;
      for (const [account, lists] of waiters) {
        if (account.waiting <= length || account.isOwn) continue;
        busiest = lists;
        length = account.waiting;
      }
      return busiest?.batch.at(-1) ?? busiest?.interactive.at(-1);
    },
  };
}
