import { execFileSync, spawnSync } from 'node:child_process';
import { chown, copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Notes, notes } from './notes.testing.ts';
import { type PostgresServer, startPostgres } from './postgres-server.testing.ts';
import { openStore } from './store.ts';

let folder: string;
let server: PostgresServer;
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** A certificate that is its own authority, and its key. */
function certify(name: string, host: string): void {
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
      .concat(['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`])
      .concat(['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)]),
    { stdio: 'ignore' },
  );
}

/** Has the server take nothing but TLS from now on. */
async function requireTls(): Promise<void> {
  const client = new pg.Client(`${server.url}postgres`);
  await client.connect();
  const { rows } = await client.query(`show data_directory`);
  const files = rows[0].data_directory;
  const { uid, gid } = await stat(files);
  for (const name of ['server.crt', 'server.key']) {
    await copyFile(join(folder, name), join(files, name));
    await chown(join(files, name), uid, gid);
  }
  await client.query('alter system set ssl = on');
  await client.query(
    `copy (values ('hostssl all all all scram-sha-256')) to '${files}/pg_hba.conf'`,
  );
  await client.query('select pg_reload_conf()');
  await client.end();
}

beforeAll(async () => {
  if (!hasOpenssl) return;
  folder = await mkdtemp(join(tmpdir(), 'tallystick-tls-'));
  certify('server', 'localhost');
  certify('other', 'localhost');
  server = await startPostgres('fsync=off');
  await requireTls();
});
afterAll(async () => {
  if (!hasOpenssl) return;
  await server.end();
  await rm(folder, { recursive: true });
});

const open = (host: string, mode: string, authority: string) => {
  const url = new URL(`${server.url}postgres`);
  url.hostname = host;
  url.search = `?sslmode=${mode}&sslrootcert=${join(folder, authority)}`;
  return openStore<Notes>(notes, { DATA_DIR: folder, DATABASE_URL: url.href });
};

describe.runIf(hasOpenssl)('a database that wants TLS', () => {
  it('is used by it, for statements and for news', async () => {
    const opened = await open('localhost', 'verify-full', 'server.crt');
    if (!opened.ok) throw new Error(opened.problem);
    const { value: store } = opened;
    onTestFinished(store.close);
    const heard = new Promise<void>((resolve) => {
      store.onNotify(resolve);
    });
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl join pg_stat_activity using (pid) where datname = current_database()`.execute(
      store.db,
    );
    expect(new Set(rows.map(({ ssl }) => ssl))).toEqual(new Set([true]));
    await sql`select pg_notify(${notes.channel}, '')`.execute(store.db);
    await heard;
  });

  it.each([
    ['another authority', 'localhost', 'verify-full', 'other.crt', /self-signed certificate/],
    ['another name', '127.0.0.1', 'verify-full', 'server.crt', /does not match|altnames/],
    ['no TLS', 'localhost', 'disable', 'server.crt', /no encryption/],
  ])('is not opened with %s, and says why', async (_what, host, mode, authority, why) => {
    expect(await open(host, mode, authority)).toEqual({
      ok: false,
      problem: expect.stringMatching(why),
    });
  });
});
