import type pg from 'pg';
import { currentWork } from './caller.ts';
import type { ConnectionsOptions } from './connections-options.ts';
import { hasGone } from './fair-queue.ts';
import type { Statement } from './statement.ts';

export type Runner = ReturnType<typeof openRunner>;

/** Runs statements on connections of a pool. They are cancelled when whoever asked for them has gone. */
export function openRunner(
  pool: pg.Pool,
  { answerMs, cancel }: Pick<ConnectionsOptions, 'answerMs' | 'cancel'>,
) {
  /** An abort cancels the statement at which `work` is, on this connection. */
  async function cancelledBy<T>(
    gone: AbortSignal | undefined,
    client: pg.PoolClient,
    work: () => Promise<T>,
  ): Promise<T> {
    // While it waited for the connection.
    if (gone?.aborted) throw hasGone();
    let cancelling: Promise<unknown> | undefined;
    const onGone = () => {
      cancelling = cancel?.(client, pool).catch(() => {});
    };
    gone?.addEventListener('abort', onGone);
    try {
      return await work();
    } finally {
      gone?.removeEventListener('abort', onGone);
      // A cancel request that arrives late would cancel the connection's next statement.
      await cancelling;
    }
  }

  return {
    cancelledBy,
    /** Runs one statement, cancelled when the caller for whom the code runs has gone. */
    async run<Row extends pg.QueryResultRow>(
      client: pg.PoolClient,
      statement: Statement,
      values: readonly unknown[],
    ): Promise<Row[]> {
      const gone = currentWork().caller?.gone;
      const limited = { ...statement, values: [...values], query_timeout: answerMs };
      const work = async () => (await client.query<Row>(limited)).rows;
      return await cancelledBy(gone, client, work);
    },
  };
}
