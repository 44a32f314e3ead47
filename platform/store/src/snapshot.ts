import type pg from 'pg';
import { captureBatch, currentWork } from './caller.ts';
import type { ConnectionsOptions } from './connections-options.ts';
import type { Connector } from './connector.ts';
import type { Runner } from './runner.ts';
import { answeredWithin } from './silent-server.ts';
import type { Query, Statement } from './statement.ts';

/** Its statements see the database as of one moment, and run as batch work of the caller that opened it. */
export interface Snapshot {
  query: Query;
  release(): Promise<void>;
}

/** Its connection is held for a whole download, outside the queue; only its statements wait in it. */
export async function openSnapshot(
  { connectNow }: Pick<Connector, 'connectNow'>,
  { run }: Pick<Runner, 'run'>,
  { queue, answerMs }: Pick<ConnectionsOptions, 'queue' | 'answerMs'>,
): Promise<Snapshot> {
  const inBatch = captureBatch();
  const { client, release } = await connectNow();
  try {
    await client.query(answeredWithin(answerMs, 'begin isolation level repeatable read read only'));
  } catch (error) {
    await release(true);
    throw error;
  }
  let last: Promise<unknown> = Promise.resolve();

  async function inTurn<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const work = currentWork();
    const leave = await queue?.acquire(work, work.caller?.gone);
    try {
      return await run<Row>(client, statement, values);
    } finally {
      leave?.();
    }
  }

  return {
    query: <Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]) => {
      // One connection runs one statement: a slot for a second one would be held, and charged, for nothing.
      const rows = last.then(() => inBatch(() => inTurn<Row>(statement, values)));
      last = rows.catch(() => {});
      return rows;
    },
    release: async () => {
      await last;
      await release();
    },
  };
}
