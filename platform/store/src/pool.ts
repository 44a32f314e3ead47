import type pg from 'pg';
import { openConnections, sessionSettings } from './connections.ts';
import type { ConnectionsOptions } from './connections-options.ts';
import type { Definition } from './definition.ts';
import { openFairQueue } from './fair-queue.ts';
import { answeredWithin } from './silent-server.ts';
import { keptAlive, connectMs as usualConnectMs } from './single-client.ts';

/** More waiting statements would take memory, and be answered too late to be of use. */
const maxWaiting = 500;
const maxWaitingPerClient = 100;
/** Statements at once, and how many of them may be batch work: these take a processor each. */
const slots = 10;
const batchSlots = 2;
/**
 * Connections that snapshots may hold in addition. One more is for statements outside the queue: those that cancel
 * another one, or ask a replica for its position.
 */
const snapshots = 4;
/**
 * Keep-alive of the server, as `keptAlive` is for this side. Without it the server would keep the locks of a machine
 * that vanished for two hours.
 */
const serverKeepsAlive =
  'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 10';
/** Milliseconds after the time limit of statements when a statement is given up here: the server hangs. */
const hungAfterMs = 2_000;
/** The error of a server that is starting (`cannot_connect_now`), so that callers wait for one that takes writes. */
const standbyFailure = () =>
  Object.assign(new Error('It is a standby, which takes no writes.'), { code: '57P03' });

export interface PoolOptions extends Pick<ConnectionsOptions, 'revive' | 'isReadOnly'> {
  /** Milliseconds that a statement may take; absent: 10,000. */
  statementTimeoutMs?: number | undefined;
  /** Milliseconds of the database's time that one client may use a minute; absent: all of them. */
  budget?: number | undefined;
  /** Milliseconds for which a statement waits while the server cannot be reached; absent: 10,000. */
  restartMs?: number;
  /** Milliseconds that connecting may take; absent: 5,000. */
  connectMs?: number;
  /** Whether a standby, which takes no writes, counts as a server that is not there yet; absent: it does. */
  writes?: boolean;
}

/** A pool of connections to a PostgreSQL server with a queue in front of it; it connects on demand. */
export function openPool<Database>(
  url: string,
  { schema }: Pick<Definition, 'schema'>,
  options: PoolOptions,
) {
  const { statementTimeoutMs = 10_000, budget = Number.MAX_SAFE_INTEGER } = options;
  // A restart of the server within this time only delays callers.
  const { restartMs = 10_000, connectMs = usualConnectMs, writes = true } = options;
  const { revive, isReadOnly } = options;
  const queue = openFairQueue({ maxWaiting, maxWaitingPerClient, budget, slots, batchSlots });
  const processes = new WeakMap<pg.ClientBase, number>();
  const connections = openConnections<Database>(
    {
      connectionString: url,
      max: slots + snapshots + 1,
      connectionTimeoutMillis: connectMs,
      ...keptAlive,
      application_name: 'tallystick',
      onConnect: async (client) => {
        // This is not set as a parameter of the connection, which poolers refuse to pass on.
        const settings = `set statement_timeout = ${statementTimeoutMs}; ${serverKeepsAlive}; ${sessionSettings(schema)}`;
        await client.query(answeredWithin(connectMs, settings));
        const state = answeredWithin(
          connectMs,
          'select pg_backend_pid() as pid, pg_is_in_recovery() as standby',
        );
        const { rows } = await client.query<{ pid: number; standby: boolean }>(state);
        // During a failover the address can lead to a standby for a moment, and the connection would stay on it. No
        // later check is needed: a server becomes a standby only by a restart, which ends its connections.
        if (writes && rows[0]?.standby) throw standbyFailure();
        if (rows[0]) processes.set(client, rows[0].pid);
      },
    },
    {
      restartMs,
      answerMs: statementTimeoutMs + hungAfterMs,
      queue,
      revive,
      isReadOnly,
      cancel: (client, over) => {
        const values = [processes.get(client)];
        const cancel = { ...answeredWithin(connectMs, 'select pg_cancel_backend($1)'), values };
        return over.query(cancel);
      },
    },
  );
  return { ...connections, retryAfter: queue.retryAfter };
}
