import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf a statement runs. */
export interface Caller {
  /** What counts as one client, such as an address or a network. */
  client: string;
  /** Larger networks that the client is in, each with a budget of its own, of so many clients. */
  within?: readonly { network: string; shares: number }[];
  /** Aborted when the client has disconnected. */
  gone: AbortSignal;
  /** The position of the store (`readFromReplica`) that the client has seen, so that it is shown none before. */
  seen?: number;
}

/**
 * `interactive` work goes first: a person waits for it, and it takes milliseconds. The cost of `batch` work
 * (searches, exports, totals) grows with what is kept.
 */
export type Priority = 'interactive' | 'batch';

/** What is asked of a store, for whom; without a caller it is the process's own. */
export interface Work {
  caller: Caller | undefined;
  priority: Priority;
  /** See `expectingStatementLimit`. */
  statementMs?: number;
}

const ownWork: Work = { caller: undefined, priority: 'interactive' };
const current = new AsyncLocalStorage<Work>();

/** On whose behalf the code runs, and how urgently. */
export const currentWork = (): Work => current.getStore() ?? ownWork;

/** Runs `work` on behalf of a caller: what it asks of a store is queued and charged as the caller's. */
export function actingFor<T>(caller: Caller | undefined, work: () => T): T {
  return current.run({ caller, priority: 'interactive' }, work);
}

/** Captures the current caller: the result runs functions as that caller's batch work. */
export function captureBatch(): <T>(work: () => T) => T {
  const captured: Work = { ...currentWork(), priority: 'batch' };
  return (work) => current.run(captured, work);
}

/** Runs `work` for the same caller with batch priority. */
export const asBatch = <T>(work: () => T): T => captureBatch()(work);

/**
 * Tells this side's timer that the transactions of `work` allow their statements `statementMs`, so that it does not give
 * them up sooner. It sets no limit: they do that themselves (`set local statement_timeout`). There is that timer because a
 * server that has vanished keeps no limit.
 */
export function expectingStatementLimit<T>(statementMs: number, work: () => T): T {
  return current.run({ ...currentWork(), statementMs }, work);
}
