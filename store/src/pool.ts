import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openConnections, sessionSettings } from './connections.ts';
import type { Definition } from './definition.ts';
import { createListeners, type Engine, type EngineOptions, usualLimits } from './engine.ts';
import { openFairQueue } from './fair-queue.ts';
import { keepsSessions } from './keeps-sessions.ts';
import { answeredWithin } from './silent-server.ts';

/** Statements at once, and how many of them may be batch work: these take a processor each. */
const slots = 10;
const batchSlots = 2;
/**
 * Connections that snapshots may hold beside; one more is for what does not wait in the queue: to cancel a
 * statement, and to ask a replica how far it is.
 */
const snapshots = 4;
const defaultTimeoutMs = 10_000;
const firstReconnectDelayMs = 100;
const maxReconnectDelayMs = 30_000;
/**
 * Of an idle connection a process would never notice that its server has vanished, or that a firewall has forgotten
 * it: after the delay the system asks ten times, once a second.
 */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;
/** The same of the server: what a machine that has vanished has locked there would stay so for two hours. */
const serverKeepsAlive =
  'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 10';
/** A read whose answer is so much later than the time limit of statements is given up here: the server hangs. */
const hungAfterMs = 2_000;
/** What the other side may take to end a connection; it may have forgotten it. */
const endMs = 1_000;
/** A restart of the server that takes no longer only delays callers. */
const restartMs = 10_000;
const connectMs = 5_000;

const inTransactionMode =
  'What stands before it is a pooler in transaction mode, which loses what a connection listens for, its locks and its ' +
  'settings. Take session mode, or connect to the server itself.';

/** A failure as of a server that starts (`cannot_connect_now`), so that callers wait for one that is no standby. */
const standbyFailure = () =>
  Object.assign(new Error('It is a standby, which takes no writes.'), { code: '57P03' });

/**
 * Other connections that run a statement and do not wait for a lock. Each counts twice: statements take
 * a millisecond, so most of them are missed by the look.
 */
const busy = {
  name: 'busy',
  text: `
    select 2 * count(*) as n from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and state = 'active'
      and pid <> pg_backend_pid() and wait_event_type is distinct from 'Lock'`,
};

interface PoolOptions extends EngineOptions {
  /** Milliseconds for which a statement waits while the server cannot be reached. */
  restartMs: number;
  connectMs: number;
  /** Whether a standby, which takes no writes, counts as a server that is not there yet. */
  writes: boolean;
}

/** A pool of connections to a PostgreSQL server with a queue before it; it connects when it is asked. */
export function openPool<Database>(
  url: string,
  { schema }: Pick<Definition, 'schema'>,
  {
    statementTimeoutMs = defaultTimeoutMs,
    budget = usualLimits.budget,
    restartMs,
    connectMs,
    writes,
    revive,
    isReadOnly,
  }: PoolOptions,
) {
  const queue = openFairQueue({ ...usualLimits, budget, slots, batchSlots });
  const processes = new WeakMap<pg.ClientBase, number>();
  const connections = openConnections<Database>(
    {
      connectionString: url,
      max: slots + snapshots + 1,
      connectionTimeoutMillis: connectMs,
      ...keptAlive,
      application_name: 'tallystick',
      onConnect: async (client) => {
        // Not as a parameter of the connection: poolers refuse to pass that on.
        const settings = `set statement_timeout = ${statementTimeoutMs}; ${serverKeepsAlive}; ${sessionSettings(schema)}`;
        await client.query(answeredWithin(connectMs, settings));
        const state = answeredWithin(
          connectMs,
          'select pg_backend_pid() as pid, pg_is_in_recovery() as standby',
        );
        const { rows } = await client.query<{ pid: number; standby: boolean }>(state);
        // In a failover the address can lead to one for a moment; what was connected then would stay there. No look
        // later is needed: a server becomes a standby only by a restart, which ends its connections.
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

/**
 * Opens a pool of connections to a PostgreSQL server, which gives statements up after
 * `statementTimeoutMs` milliseconds. Rejects if it cannot be reached.
 */
export async function openPostgres<Database>(
  url: string,
  definition: Definition,
  options: EngineOptions = {},
): Promise<Engine<Database>> {
  const settings = { ...options, restartMs, connectMs, writes: true };
  const { pool, end, ...opened } = openPool<Database>(url, definition, settings);
  const { query } = opened;
  const probe = openClient(url, 'tallystick');
  try {
    // Without retries: at the start a wrong address should fail at once.
    await pool.query(answeredWithin(2 * connectMs, 'select 1'));
    if (!(await keepsSessions(probe, pool))) throw new Error(inTransactionMode);
  } catch (error) {
    await end();
    throw error;
  } finally {
    await endClient(probe);
  }
  const { onNotify, wake } = createListeners();
  const listening = listen(url, definition.channel, wake, options.revive);
  return {
    ...opened,
    waiting: async () => Number((await query<{ n: number }>(busy, []))[0]?.n ?? 0),
    onNotify,
    close: async () => {
      await listening.stop();
      await end();
    },
  };
}

/** A connection beside the pool; its loss is told by `end`. */
function openClient(url: string, application_name: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name,
    ...keptAlive,
  });
  return client.on('error', () => {});
}

const endClient = (client: pg.Client): Promise<unknown> =>
  Promise.race([client.end(), wait(endMs, undefined, { ref: false })]);

/**
 * Keeps one connection that listens. When it is lost it connects again, after waits
 * that double, and `revive`; `wake` is called on each connection too, because notifications were missed.
 */
function listen(
  url: string,
  channel: string,
  wake: () => void,
  revive: EngineOptions['revive'],
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const open = () => {
    const client = openClient(url, 'tallystick listener');
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', resolve);
    });
    return { client: client.on('notification', wake), lost };
  };
  let current = open();
  const run = async () => {
    for (let delay = firstReconnectDelayMs; ; delay = Math.min(delay * 2, maxReconnectDelayMs)) {
      const { client, lost } = current;
      try {
        await client.connect();
        await client.query(answeredWithin(connectMs, `listen ${channel}`));
        delay = firstReconnectDelayMs;
        wake();
        await lost;
      } catch {}
      client.end().catch(() => {});
      await wait(delay, undefined, { signal: stopping.signal, ref: false });
      await revive?.().catch(() => {});
      current = open();
    }
  };
  // Rejects when it is stopped.
  run().catch(() => {});
  return {
    stop: async () => {
      stopping.abort();
      await endClient(current.client);
    },
  };
}
