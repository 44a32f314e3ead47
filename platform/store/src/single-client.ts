import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds to connect, and for each statement before a connection is of use. */
export const connectMs = 5_000;
/** What the other side may take to end a connection; it may have forgotten it. */
const endMs = 1_000;
/**
 * Of an idle connection a process would never notice that its server has vanished, or that a firewall has forgotten
 * it: after the delay the system asks ten times, once a second.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

/** A connection beside the pool; its loss is told by `end`. */
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
