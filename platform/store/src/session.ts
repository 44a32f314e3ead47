import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Connector } from './connector.ts';
import { type CopiedRows, runCopy } from './copy.ts';
import type { Runner } from './runner.ts';
import { givenUpIfSilent } from './silent-server.ts';

/** One connection, for work on whole tables: its statements have no time limit and wait for nobody. */
export interface Session {
  db: Kysely<unknown>;
  /** A part of a table, by `copy … to stdout`. */
  copyOut(statement: string): Promise<CopiedRows>;
  /** Puts rows into a table, by `copy … from stdin`; how many. */
  copyIn(statement: string, rows: Uint8Array): Promise<number>;
}

/** Does some work with a connection of its own; an abort cancels the statement at which it is. */
export type WithSession = <T>(
  work: (session: Session) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export function sessionsOf(
  { options }: Pick<pg.Pool, 'options'>,
  { connectNow, settleWriting }: Pick<Connector, 'connectNow' | 'settleWriting'>,
  { cancelledBy }: Pick<Runner, 'cancelledBy'>,
): WithSession {
  return async (work, signal) => {
    const { client, release } = await connectNow();
    // Kysely takes and releases it as often as it likes.
    const kept = givenUpIfSilent(client, undefined, () => {});
    const owned = { connect: async () => kept, end: async () => {}, options };
    try {
      await client.query('set statement_timeout = 0');
      await settleWriting(client);
      const session: Session = {
        db: new Kysely({ dialect: new PostgresDialect({ pool: owned }) }),
        copyOut: (statement) => runCopy(client, statement),
        copyIn: async (statement, rows) => (await runCopy(client, statement, rows)).rows,
      };
      return await cancelledBy(signal, client, () => work(session));
    } finally {
      // Its settings end with it.
      await release(true);
    }
  };
}
