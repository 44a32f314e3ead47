import type { Work } from './caller.ts';
import { type Account, openAccounts } from './client-accounts.ts';
import { openWaitingStatements, type Waiter } from './waiting-statements.ts';

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

/** Decides which of the waiting statements runs next. */
export type FairQueue = ReturnType<typeof openFairQueue>;

/**
 * A queue in front of a store that is fair between clients. Interactive work comes before batch work. Among equals the
 * client comes first that has used the least of the store's time lately. The process's own work comes before that, and
 * is not charged.
 *
 * @param now milliseconds, never going back
 */
export function openFairQueue(limits: FairQueueLimits, now = () => performance.now()) {
  const { slots, batchSlots, maxWaiting, maxWaitingPerClient, budget } = limits;
  const accounts = openAccounts(budget, now);
  const waiting = openWaitingStatements(accounts.rankOf);
  const running = { interactive: 0, batch: 0 };
  let sinceBatch = 0;

  function choose(): Waiter | undefined {
    const batch = running.batch < batchSlots ? waiting.next('batch') : undefined;
    if (batch && sinceBatch >= batchEvery - 1) return batch;
    return waiting.next('interactive') ?? batch;
  }

  function dispatch(): void {
    while (running.interactive + running.batch < slots) {
      const chosen = choose();
      if (!chosen) return;
      sinceBatch = chosen.priority === 'batch' ? 0 : sinceBatch + 1;
      waiting.remove(chosen);
      chosen.start();
    }
  }

  /** Refuses the newest statement of the client with the most waiting, if it has more than the asker. */
  function makeRoom(asking: Account): boolean {
    const displaced = waiting.newestOfBusiest(asking);
    if (!displaced) return false;
    waiting.remove(displaced);
    displaced.refuse(tooMuch());
    return true;
  }

  function begin(account: Account, { caller, priority }: Work): () => void {
    const started = now();
    running[priority] += 1;
    account.running += presumed[priority];
    return () => {
      running[priority] -= 1;
      account.running -= presumed[priority];
      if (!account.isOwn) {
        const took = now() - started;
        accounts.charge(account, took);
        for (const { network, shares } of caller?.within ?? [])
          accounts.charge(accounts.of(network, shares), took);
      }
      dispatch();
    };
  }

  return {
    /**
     * Resolves when the statement may run; call the result once when it has ended. Rejects with a `StoreRefusal`: 429 if
     * too many statements of the client wait, 503 if too many of all do. It is 499 if `gone` is aborted before the turn.
     */
    async acquire(work: Work, gone?: AbortSignal): Promise<() => void> {
      if (gone?.aborted) throw hasGone();
      const { caller, priority } = work;
      const account = accounts.of(caller?.client);
      if (caller && account.waiting >= maxWaitingPerClient) {
        throw new StoreRefusal(429, 'Too many requests of yours are waiting. Please try again.');
      }
      if (caller && waiting.size() >= maxWaiting && !makeRoom(account)) throw tooMuch();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const start = () => resolve(begin(account, work));
      const waiter: Waiter = { account, priority, start, refuse: reject };
      const onGone = () => {
        if (waiting.remove(waiter)) reject(hasGone());
      };
      gone?.addEventListener('abort', onGone);
      waiting.add(waiter);
      dispatch();
      return promise.finally(() => gone?.removeEventListener('abort', onGone));
    },
    /** Seconds until the client, or a network that a client is within, has not used its budget up; 0: now. */
    retryAfter: accounts.retryAfter,
    /** Statements that wait. */
    waiting: waiting.size,
  };
}

const tooMuch = () => new StoreRefusal(503, 'The service is busy. Please try again.');
/** Why nothing more is done for a caller that has disconnected. */
export const hasGone = () => new StoreRefusal(499, 'Who asked has gone.');
