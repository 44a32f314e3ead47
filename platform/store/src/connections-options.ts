import type pg from 'pg';
import type { FairQueue } from './fair-queue.ts';

export interface ConnectionsOptions {
  /** Milliseconds for which callers wait while the database cannot be reached; absent: 0. */
  restartMs?: number;
  /**
   * Milliseconds after which a statement is given up here, as the server has vanished or hangs; absent: never. Does not
   * hold for statements of a session. Statements of Kysely within `expectingStatementLimit` have that time in addition.
   */
  answerMs?: number;
  /** Absent: statements wait for a connection only. */
  queue?: FairQueue | undefined;
  /** Called while the database cannot be reached: starts it if it is the data folder's own server. */
  revive?: (() => Promise<void>) | undefined;
  /** Whether Kysely may not write now, unless its transaction says that it writes; absent: it always may. */
  isReadOnly?: (() => boolean) | undefined;
  /** Makes the server give up what the connection runs, over another one. */
  cancel?(client: pg.PoolClient, over: pg.Pool): Promise<unknown>;
}
