import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds to connect, and for each statement before a connection is of use. */
export const connectMs = 5_000;
/** Milliseconds for the server to end a connection; it may not know it any more. */
const endMs = 1_000;
/**
 * Without it a process would never notice that the server of an idle connection has vanished, or that a firewall has
 * dropped the connection. After the delay the system probes ten times, once a second.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

/** A connection outside the pool; it emits `end` when it is lost. */
export function openClient(url: string, application_name: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name,
    ...keptAlive,
  });
  return client.on('error', () => {});
}

export const endClient = (client: pg.Client): Promise<unknown> =>
  Promise.race([client.end(), wait(endMs, undefined, { ref: false })]);
