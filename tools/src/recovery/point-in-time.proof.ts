import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillReleases, promote, withRegistry } from '@tallystick/operations/place.testing';
import { type Environment, readEnvironment } from '@tallystick/settings/environment';
import { freePorts } from '@tallystick/store/free-ports.testing';
import {
  copyServer,
  type PostgresServer,
  startPostgresIn,
} from '@tallystick/store/postgres-server.testing';
import pg from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { inProject } from '../project.ts';

// Recovery to a point in time, as docs/operations.md says: by PostgreSQL's own archive, with the files of the data folder.

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

it('goes back to a time: what came before is there, what came after is not, and the site serves it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-recovery-'));
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const archive = join(folder, 'archive');
  await mkdir(archive);
  await mkdir(join(folder, 'data'), { mode: 0o700 });
  for (const path of [folder, archive]) await chmod(path, 0o777);
  const primary = await startPostgresIn(
    join(folder, 'primary'),
    ...['archive_mode=on', `archive_command=cp %p ${archive}/%f`],
  );
  ends.push(() => primary.end());
  const place = placeOf(folder, primary);

  await fillReleases(place);
  await record(place, folder, 'before the copy');
  await copyServer(primary, join(folder, 'recovered'));
  await withRegistry(place, (registry) => promote(registry, 'mfe-a', 3));
  await record(place, folder, 'after the copy');
  const [target = ''] = await query(place, 'select clock_timestamp()::text');
  await withRegistry(place, (registry) => promote(registry, 'mfe-a', 4));
  await record(place, folder, 'by mistake');
  const [wal = ''] = await query(place, 'select pg_walfile_name(pg_switch_wal())');
  await expect
    .poll(() => query(place, `select from pg_stat_archiver where last_archived_wal >= '${wal}'`), {
      timeout: 60_000,
    })
    .toHaveLength(1);
  expect(await itemsOf(place)).toEqual(['after the copy', 'before the copy', 'by mistake']);
  await primary.stop();

  await writeFile(join(folder, 'recovered', 'postgres', 'recovery.signal'), '');
  const began = performance.now();
  const recovered = await startPostgresIn(
    join(folder, 'recovered'),
    ...[`restore_command=cp ${archive}/%f %p`, `recovery_target_time=${target}`],
    'recovery_target_action=promote',
  );
  ends.push(() => recovered.end());
  const there = placeOf(folder, recovered);
  console.log(`recovered to ${target} in ${Math.round(performance.now() - began)} ms`);

  expect(await itemsOf(there)).toEqual(['after the copy', 'before the copy']);
  const doctor = await promisify(execFile)(
    process.execPath,
    [inProject('backend/src/cli/main.ts'), 'doctor'],
    { env: variablesOf(there) },
  );
  expect(doctor.stdout).toContain('The ledger is whole');
  const { site, said } = await startSite(there);
  const page = await fetch(site);
  expect([page.status, page.headers.get('x-release')], said()).toEqual([200, 'production/3']);
  await withRegistry(there, async (registry) => {
    expect(await registry.audit.verify()).toMatchObject({ ok: true, revisions: 3, problems: [] });
    expect((await registry.channel('production').current())?.builds['mfe-a']).toBe(
      '1.0.3-000000000003',
    );
    // It goes on from there: what was lost can be made again.
    await promote(registry, 'mfe-a', 5);
    expect(await registry.audit.verify()).toMatchObject({ ok: true, revisions: 4 });
  });
});

/** The data folder, which is not recovered, with a server's database. */
function placeOf(folder: string, { url }: PostgresServer): Environment {
  const read = readEnvironment({ DATA_DIR: join(folder, 'data'), DATABASE_URL: `${url}postgres` });
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

const variablesOf = ({ DATA_DIR, DATABASE_URL = '' }: Environment) => ({ DATA_DIR, DATABASE_URL });

/** The first column of what a statement finds. */
async function query({ DATABASE_URL }: Environment, text: string): Promise<string[]> {
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  const { rows } = await client.query<string[]>({ text, rowMode: 'array' });
  await client.end();
  return rows.flatMap(([value = '']) => [value]);
}

/** Records a transfer of this name, by the ledger's own command. */
async function record(place: Environment, folder: string, item: string): Promise<void> {
  const file = join(folder, 'lines.ndjson');
  const lines = [
    { record: 'party', kind: 'creator', id: 'nwu', name: 'Northwind University' },
    { record: 'party', kind: 'user', id: 'amara', name: 'Amara Okafor' },
    {
      ...{ record: 'transfer', item, trxn: 'b84020c6ad84', stat: 6, crts: 1_453_684_324_000 },
      ...{ feat: { form: 'asset', sort: 'transfer' }, cred: 'nwu', debt: 'amara' },
    },
  ];
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  await promisify(execFile)(
    process.execPath,
    [inProject('backend/src/cli/main.ts'), 'import', file],
    { env: variablesOf(place) },
  );
}

async function itemsOf(place: Environment): Promise<string[]> {
  return query(place, 'select item from transfer order by item');
}

/** A site server over it, as the guide says that it is started once; answers its address. */
async function startSite(place: Environment): Promise<{ site: string; said: () => string }> {
  const [site = 0, admin = 0] = await freePorts(2);
  const child = spawn(process.execPath, [inProject('platform/site/src/main.ts')], {
    env: {
      ...variablesOf(place),
      ...{ SITE_PORT: `${site}`, ADMIN_PORT: `${admin}`, RELEASE_RESIGN: 'on' },
      SITE_CONFIG: inProject('platform/site/src/bakery/bakery.config.ts'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
  }
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${site}/ready`).catch(() => null))?.status ?? said;
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
  return { site: `http://127.0.0.1:${site}/`, said: () => said };
}
