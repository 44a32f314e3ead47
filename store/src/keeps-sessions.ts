import pg from 'pg';

/** Milliseconds that a notification may take on a machine that is busy with other things. */
const patienceMs = 10_000;
const channel = 'tallystick_session';

/**
 * Whether a connection to a PostgreSQL server is still told what it listens for when its transaction has ended. It is
 * not behind a pooler in transaction mode, which also loses a connection's settings, locks and prepared
 * statements, but only when others are busy. Rejects if the server cannot be reached.
 */
export async function keepsSessions(url: string, pool: pg.Pool): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'tallystick' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { promise: told, resolve } = Promise.withResolvers<boolean>();
    client.on('notification', () => resolve(true));
    await client.query(`listen ${channel}`);
    await pool.query(`notify ${channel}`);
    const timer = setTimeout(() => resolve(false), patienceMs);
    const result = await told;
    clearTimeout(timer);
    return result;
  } finally {
    await client.end();
  }
}
