import type { Priority, Work } from './caller.ts';

export interface FairQueueLimits {
  /** Statements that may run at once, and how many of them may be batch work. */
  slots: number;
  batchSlots: number;
  /** Statements that may wait, of everybody and of one client. */
  maxWaiting: number;
  maxWaitingPerClient: number;
  /** Milliseconds of the store's time that one client may use a minute. */
  budget: number;
}

/** Why a statement was not run; `statusCode` is that of HTTP, so that servers answer as it says. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly statusCode: 429 | 499 | 503;
  /** Seconds. */
  readonly retryAfter: number;

  constructor(statusCode: 429 | 499 | 503, message: string, retryAfter = 2) {
    super(message);
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
  }
}

/** Milliseconds that a running statement counts for until it has ended and its cost is known. */
const presumed = { interactive: 5, batch: 20 } as const;
/** While batch work waits it gets one turn in so many, so that it is slow but not starved. */
const batchEvery = 10;
/** With more clients than this, those that owe nothing are forgotten; one that owes never is. */
const maxClients = 10_000;
const minute = 60_000;
const own = '';

/** Milliseconds by which the recent use decays each millisecond. */
const decay = 0.1;

interface Account {
  /** Milliseconds of the store's time as of `at`: drained by the budget, and for whose turn it is. */
  used: number;
  lately: number;
  at: number;
  /** How many budgets it has: a network of many clients has several. */
  readonly shares: number;
  /** Presumed cost of what runs. */
  running: number;
  waiting: Record<Priority, Waiter[]>;
}

interface Waiter {
  account: Account;
  priority: Priority;
  start(): void;
  refuse(refusal: StoreRefusal): void;
}

/** Decides which of the waiting statements runs next. */
export type FairQueue = ReturnType<typeof openFairQueue>;

/**
 * A queue in front of a store that is fair between clients: interactive work before batch work, and
 * among equals the client that has used the least of the store's time lately. The process's own
 * work comes first and is not charged. Counts time by `now`, in milliseconds.
 */
export function openFairQueue(limits: FairQueueLimits, now = () => performance.now()) {
  const { slots, batchSlots, maxWaiting, maxWaitingPerClient, budget } = limits;
  const accounts = new Map<string, Account>();
  const queued = new Set<Account>();
  const running = { interactive: 0, batch: 0 };
  let waiting = 0;
  let sinceBatch = 0;

  const used = ({ used, at, shares }: Account) =>
    Math.max(0, used - ((now() - at) * budget * shares) / minute);
  const lately = ({ lately, at }: Account) => Math.max(0, lately - (now() - at) * decay);
  const lengthOf = ({ waiting: { interactive, batch } }: Account) =>
    interactive.length + batch.length;

  function accountOf(client: string, shares = 1): Account {
    const known = accounts.get(client);
    if (known) return known;
    if (accounts.size >= maxClients) forgetSettled();
    const waiting = { interactive: [], batch: [] };
    const account = { used: 0, lately: 0, at: now(), shares, running: 0, waiting };
    accounts.set(client, account);
    return account;
  }

  function forgetSettled(): void {
    for (const [client, account] of accounts) {
      const owes = used(account) + lately(account) + account.running + lengthOf(account);
      if (owes === 0) accounts.delete(client);
    }
  }

  /** The next of this priority: of the client that used least, its oldest. */
  function next(priority: Priority): Waiter | undefined {
    let best: Waiter | undefined;
    let leastUsed = Number.POSITIVE_INFINITY;
    for (const account of queued) {
      const [first] = account.waiting[priority];
      if (!first) continue;
      const uses = account === accounts.get(own) ? -1 : lately(account) + account.running;
      if (uses < leastUsed) [best, leastUsed] = [first, uses];
    }
    return best;
  }

  function choose(): Waiter | undefined {
    const batch = running.batch < batchSlots ? next('batch') : undefined;
    if (batch && sinceBatch >= batchEvery - 1) return batch;
    return next('interactive') ?? batch;
  }

  function dispatch(): void {
    while (running.interactive + running.batch < slots) {
      const chosen = choose();
      if (!chosen) return;
      sinceBatch = chosen.priority === 'batch' ? 0 : sinceBatch + 1;
      leave(chosen);
      chosen.start();
    }
  }

  function leave(waiter: Waiter): boolean {
    const { account, priority } = waiter;
    const list = account.waiting[priority];
    const at = list.indexOf(waiter);
    if (at < 0) return false;
    list.splice(at, 1);
    waiting -= 1;
    // Moved to the end: among clients that have used the same, the others come first.
    queued.delete(account);
    if (lengthOf(account) > 0) queued.add(account);
    return true;
  }

  /** Refuses the newest statement of the client with the most waiting, if it has more than the asker. */
  function makeRoom(asking: Account): boolean {
    let busiest: Account | undefined;
    let length = lengthOf(asking) + 1;
    for (const account of queued) {
      if (lengthOf(account) <= length || account === accounts.get(own)) continue;
      busiest = account;
      length = lengthOf(account);
    }
    const displaced = busiest?.waiting.batch.at(-1) ?? busiest?.waiting.interactive.at(-1);
    if (!displaced) return false;
    leave(displaced);
    displaced.refuse(tooMuch());
    return true;
  }

  function charge(account: Account, took: number): void {
    account.used = used(account) + took;
    account.lately = lately(account) + took;
    account.at = now();
  }

  function begin(account: Account, { caller, priority }: Work): () => void {
    const started = now();
    running[priority] += 1;
    account.running += presumed[priority];
    return () => {
      running[priority] -= 1;
      account.running -= presumed[priority];
      if (account !== accounts.get(own)) {
        const took = now() - started;
        charge(account, took);
        for (const { network, shares } of caller?.within ?? [])
          charge(accountOf(network, shares), took);
      }
      dispatch();
    };
  }

  return {
    /**
     * Resolves when the statement may run; call the result once when it has ended. Rejects with a
     * `StoreRefusal`: 429 if too many of the client's wait, 503 if too many of all do, 499 when `gone`
     * is aborted before the turn has come.
     */
    async acquire(work: Work, gone?: AbortSignal): Promise<() => void> {
      if (gone?.aborted) throw hasGone();
      const { caller, priority } = work;
      const account = accountOf(caller?.client ?? own);
      if (caller && lengthOf(account) >= maxWaitingPerClient) {
        throw new StoreRefusal(429, 'Too many requests of yours are waiting. Please try again.');
      }
      if (caller && waiting >= maxWaiting && !makeRoom(account)) throw tooMuch();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const start = () => resolve(begin(account, work));
      const waiter: Waiter = { account, priority, start, refuse: reject };
      const onGone = () => {
        if (leave(waiter)) reject(hasGone());
      };
      gone?.addEventListener('abort', onGone);
      account.waiting[priority].push(waiter);
      queued.add(account);
      waiting += 1;
      dispatch();
      return promise.finally(() => gone?.removeEventListener('abort', onGone));
    },
    /** Seconds until the client, or a network that a client is within, has not used its budget up; 0: now. */
    retryAfter(client: string): number {
      const account = accounts.get(client);
      if (account === undefined) return 0;
      const all = budget * account.shares;
      return Math.max(0, Math.ceil(((used(account) - all) * minute) / all / 1_000));
    },
    /** Statements that wait. */
    waiting: () => waiting,
  };
}

const tooMuch = () => new StoreRefusal(503, 'Too much is asked now. Please try again.');
/** Why nothing more is done for a caller that has disconnected. */
export const hasGone = () => new StoreRefusal(499, 'Who asked has gone.');
