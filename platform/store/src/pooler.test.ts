import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from './free-ports.testing.ts';
import { type Notes, notes } from './notes.testing.ts';
import { type PostgresServer, startPostgres } from './postgres-server.testing.ts';
import { openStore } from './store.ts';
import { retryWhileUnreachable } from './unreachable.ts';

/** PgBouncer does not run as root. */
const nobody = 65_534;
const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;
let folder: string;
let server: PostgresServer;

beforeAll(async () => {
  if (!hasPooler) return;
  folder = await mkdtemp(join(tmpdir(), 'tallystick-pooler-'));
  await chmod(folder, 0o755);
  server = await startPostgres('fsync=off');
});
afterAll(async () => {
  if (!hasPooler) return;
  await server.end();
  await rm(folder, { recursive: true });
});

/** A real pooler before the server, with the settings that it comes with; its address. */
async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
  const port = await freePort();
  const file = join(folder, `${mode}.ini`);
  const { port: behind } = new URL(server.url);
  await writeFile(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${behind} user=postgres password=test
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  );
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const pooler = spawn('pgbouncer', ['--quiet', file], { ...asNobody, stdio: 'ignore' });
  onTestFinished(async () => {
    pooler.kill();
    if (pooler.exitCode === null) await once(pooler, 'exit');
  });
  const url = `postgres://postgres:test@127.0.0.1:${port}/postgres`;
  await retryWhileUnreachable(30_000, async () => {
    const client = new pg.Client(url);
    await client.connect();
    await client.end();
  });
  return url;
}

describe.runIf(hasPooler)('behind a pooler', () => {
  it('in session mode the store has its settings, its locks and its news', async () => {
    const url = await startPooler('session');
    const opened = await openStore<Notes>(notes, { DATA_DIR: folder, DATABASE_URL: url }, 2_500);
    if (!opened.ok) throw new Error(opened.problem);
    const { value: store } = opened;
    onTestFinished(store.close);
    const heard = new Promise<void>((resolve) => {
      store.onNotify(resolve);
    });
    await store.db.insertInto('note').values({ text: 'hello' }).execute();
    await sql`select pg_notify(${notes.channel}, '')`.execute(store.db);
    await heard;
    const settings = await store.query(
      { name: 'settings', text: `select current_setting('statement_timeout') as statement` },
      [],
    );
    expect(settings).toEqual([{ statement: '2500ms' }]);
    await expect(sql`select pg_sleep(60)`.execute(store.db)).rejects.toMatchObject({
      code: '57014',
    });
  });

  it('in transaction mode it is not opened, and says why', async () => {
    const url = await startPooler('transaction');
    expect(await openStore<Notes>(notes, { DATA_DIR: folder, DATABASE_URL: url })).toEqual({
      ok: false,
      problem: expect.stringMatching(/pooler in transaction mode.*Use session mode/),
    });
  });
});
