import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { answeredWithin } from './silent-server.ts';

/** Milliseconds that each step may take on a machine that is busy with other things. */
const patienceMs = 10_000;
const channel = 'tallystick_session';

/**
 * Whether a connection to a PostgreSQL server is still told what it listens for when its transaction has ended. It is
 * not behind a pooler in transaction mode, which also loses a connection's settings, locks and prepared
 * statements, but only when others are busy. Rejects if the server does not answer in time.
 */
export async function keepsSessions(client: pg.Client, pool: pg.Pool): Promise<boolean> {
  const told = new Promise<boolean>((resolve) => client.on('notification', () => resolve(true)));
  await client.connect();
  await client.query(answeredWithin(patienceMs, `listen ${channel}`));
  await pool.query(answeredWithin(patienceMs, `notify ${channel}`));
  return Promise.race([told, wait(patienceMs, false, { ref: false })]);
}
