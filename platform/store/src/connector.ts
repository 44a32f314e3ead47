import type pg from 'pg';
import { currentWork } from './caller.ts';
import type { ConnectionsOptions } from './connections-options.ts';
import { answeredWithin } from './silent-server.ts';
import { retryWhileUnreachable } from './unreachable.ts';

/** A connection of the pool that was taken. */
interface TakenConnection {
  client: pg.PoolClient;
  /** Gives it back, after a rollback of what is still open in it; one that is lost is ended. */
  release(isLost?: boolean): Promise<void>;
}

export type Connector = ReturnType<typeof openConnector>;

/** Takes connections of a pool: at once, or in the turn of the caller. Waits while the database cannot be reached. */
export function openConnector(
  pool: pg.Pool,
  { restartMs = 0, answerMs, queue, revive, isReadOnly }: ConnectionsOptions,
) {
  const readOnly = new WeakSet<pg.PoolClient>();

  /** Without the queue: for connections that are held while no statement runs. `leave` is called after the release. */
  async function connectNow(leave = () => {}): Promise<TakenConnection> {
    const client = await retryWhileUnreachable(restartMs, () => pool.connect(), revive);
    const release = async (isLost = false) => {
      let ends = isLost;
      if (!ends && client.getTransactionStatus() !== 'I') {
        const rollback = client.query(answeredWithin(answerMs, 'rollback'));
        ends = await rollback.then(
          () => false,
          () => true,
        );
      }
      client.release(ends);
      leave();
    };
    return { client, release };
  }

  return {
    connectNow,
    /** Rejects with a `StoreRefusal`, also when `gone` is aborted before the turn has come. */
    async connectInTurn(gone?: AbortSignal): Promise<TakenConnection> {
      const leave = await queue?.acquire(currentWork(), gone);
      try {
        return await connectNow(leave);
      } catch (error) {
        leave?.();
        throw error;
      }
    },
    /** Has a connection refuse to write while the store may not, by code 25006. */
    async settleWriting(client: pg.PoolClient): Promise<void> {
      const wanted = isReadOnly?.() ?? false;
      if (readOnly.has(client) === wanted) return;
      const text = `set default_transaction_read_only = ${wanted ? 'on' : 'off'}`;
      await client.query(answeredWithin(answerMs, text));
      if (wanted) readOnly.add(client);
      else readOnly.delete(client);
    },
  };
}
