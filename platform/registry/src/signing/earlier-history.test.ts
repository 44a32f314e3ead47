import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConnections } from '@tallystick/store/connections';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { openStore } from '@tallystick/store/store';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRegistry, type RegistryPlace } from '../open.ts';
import { buildOf } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { definitionWith } from '../store/definition.ts';
// Written by the release before there was a log: its rows, its key and its head.
import earlier from './earlier-history.testing.json' with { type: 'json' };

const keyFile = 'release-signing.key';
let place: RegistryPlace;
const opened: Registry[] = [];
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-earlier-'));
  place = { DATA_DIR: folder, DATABASE_URL: await copyDatabase('template0') };
  const { migrations, ...definition } = definitionWith([]);
  const { '0012_log': _, ...before } = migrations;
  const store = await openStore({ ...definition, migrations: before }, place);
  if (!store.ok) throw new Error(store.problem);
  await store.value.close();
  await run(
    ...Object.entries(earlier.tables).map(
      ([table, rows]) =>
        `insert into ${table} select * from
          jsonb_populate_recordset(null::${table}, '${JSON.stringify(rows).replaceAll("'", "''")}')`,
    ),
  );
  await writeFile(join(folder, keyFile), earlier.key);
  await writeFile(join(folder, 'release-audit.head'), earlier.head);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((registry) => registry.close()));
  await rm(place.DATA_DIR, { recursive: true });
});

/** Does something to the database behind the registry's back. */
async function run(...statements: string[]): Promise<void> {
  const options = '-c search_path=releases';
  const { db } = openConnections({ connectionString: place.DATABASE_URL ?? '', max: 1, options });
  await sql.raw(statements.join(';')).execute(db);
  await db.destroy();
}
async function open(more: Partial<RegistryPlace> = {}): Promise<Registry> {
  const result = await openRegistry({ ...place, ...more });
  if (!result.ok) throw new Error(result.problem);
  opened.push(result.value);
  return result.value;
}
const problem = async () => {
  const result = await openRegistry(place);
  if (result.ok) opened.push(result.value);
  return result.ok ? '' : result.problem;
};
/** What there is to say of the history of the release before. */
async function expectWhole(registry: Registry): Promise<void> {
  const { problems, entries, revisions } = await registry.audit.verify();
  // The files of builds are none of this.
  expect(problems.filter((one) => !one.includes('its file'))).toEqual([]);
  expect({ entries, revisions }).toEqual({ entries: 13, revisions: 3 });
  expect(await registry.channel('production').current()).toMatchObject({
    revision: 3,
    builds: { shell: buildOf(1), 'mfe-a': buildOf(1) },
  });
  expect(await registry.access.authenticate(earlier.secrets.good)).toMatchObject({ name: 'CI' });
  expect(await registry.access.authenticate(earlier.secrets.revoked)).toBeNull();
  expect(await registry.attestations.ofRevision('production', 3)).not.toBeNull();
}
const append = 'alter table audit disable trigger append_only';

it('the history of the release before is put into the log once, and goes on from there', async () => {
  await expectWhole(await open());
  expect(await readdir(place.DATA_DIR)).not.toContain('release-audit.head');
  const checkpoint = join(place.DATA_DIR, 'release-log.checkpoint');
  const noted = () => readFile(checkpoint, 'utf8').catch(() => '');
  await expect.poll(noted).toMatch(/^\w+\.releases\.tallystick\n13\n/);
  await expectWhole(await open());
});

it('by several processes that start at once, it is put into it once', async () => {
  const migrated = await openStore(definitionWith([]), place);
  if (migrated.ok) await migrated.value.close();
  await run(`create trigger once before update on log_entry
    for each row execute function refuse_change()`);
  const { db } = openConnections({ connectionString: place.DATABASE_URL ?? '', max: 1 });
  await sql`select pg_advisory_lock(7205101)`.execute(db);
  const starts = Promise.all([open(), open()]);
  const waiting = sql<{ count: number }>`
    select count(*)::int from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`;
  // Both have seen that the history is not sealed yet.
  await expect.poll(async () => (await waiting.execute(db)).rows).toEqual([{ count: 2 }]);
  await db.destroy();
  for (const each of await starts) await expectWhole(each);
});

it('nor is it put into it again, when somebody takes the log out', async () => {
  const registry = await open();
  await expectWhole(registry);
  await Promise.all(opened.splice(0).map((one) => one.close()));
  await run('delete from log_entry');
  expect(await problem()).toBe(
    'The history of releases was not written by this registry: start once with RELEASE_RESIGN=on if it is what you did.',
  );
  await expectWhole(await open({ RELEASE_RESIGN: 'on' }));
});

it('where the folder may be a new one, it has to be told', async () => {
  const file = join(place.DATA_DIR, keyFile);
  const other = { ...place, RELEASE_KEY_FILE: file };
  expect(await openRegistry(other)).toMatchObject({
    problem: expect.stringContaining('RELEASE_RESIGN=on'),
  });
  await expectWhole(await open({ RELEASE_KEY_FILE: file, RELEASE_RESIGN: 'on' }));
});

it.each([
  [`update audit set by = 'Eve' where sequence = 5`, 'entry 5 of the history was changed'],
  ['delete from audit_mac where sequence = 13', 'entry 13 of the history was changed'],
  [`update audit_mac set mac = '' where sequence = 5`, 'entry 5 of the history was changed'],
  ['delete from audit where sequence = 13', 'the end of the history was cut off'],
  ['delete from lock', 'the lock of production/mfe-a is missing'],
])('is not put into it after: %s', async (statement, said) => {
  await run(append, statement);
  expect(await problem()).toContain(`The releases cannot be signed: ${said}`);
});
