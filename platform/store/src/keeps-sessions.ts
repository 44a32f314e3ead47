import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { answeredWithin } from './silent-server.ts';
import { endClient, openClient } from './single-client.ts';

/** Milliseconds that each step may take, also on a busy machine. */
const patienceMs = 10_000;
const channel = 'tallystick_session';

/**
 * Whether a connection to the PostgreSQL server of `url` and `pool` still gets notifications after its transaction. It
 * does not behind a pooler in transaction mode. Such a pooler also loses settings, locks and prepared statements of a
 * connection, but only when others are busy. Rejects if the server does not answer in time.
 */
export async function keepsSessions(url: string, pool: pg.Pool): Promise<boolean> {
  const client = openClient(url, 'tallystick');
  const told = new Promise<boolean>((resolve) => client.on('notification', () => resolve(true)));
  try {
    await client.connect();
    await client.query(answeredWithin(patienceMs, `listen ${channel}`));
    await pool.query(answeredWithin(patienceMs, `notify ${channel}`));
    return await Promise.race([told, wait(patienceMs, false, { ref: false })]);
  } finally {
    await endClient(client);
  }
}
