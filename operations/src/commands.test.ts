import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { proving } from '@tallystick/contract/testing/proof';
import { emptyFolder, emptyPlace, removePlaces } from '@tallystick/operations/place.testing';
import { buildOf } from '@tallystick/registry/registry.testing';
import type { Environment } from '@tallystick/settings/environment';
import { openConnections } from '@tallystick/store/connections';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { sql } from 'kysely';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { filledPlace } from './place.testing.ts';

afterAll(removePlaces);

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function start(path: string, words: string[], { DATA_DIR, DATABASE_URL }: Environment, more = {}) {
  const { PATH = '' } = process.env;
  const url = DATABASE_URL === undefined ? {} : { DATABASE_URL };
  return spawn(process.execPath, [script(path), ...words], {
    env: { PATH, ...nodeVariables, DATA_DIR, ...url, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command as `npm run <name> -- <words>`. */
async function run(name: string, words: string[], place: Environment) {
  const child = start(`./${name}.ts`, words, place);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
}

/** What the site server serves: the revision of its first page, and a file of a build. */
async function served(place: Environment) {
  const [SITE_PORT, ADMIN_PORT] = (await freePorts(2)).map(String);
  const child = start('../../platform/site/src/main.ts', [], place, { SITE_PORT, ADMIN_PORT });
  const closed = once(child, 'close');
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (part) => `${part}`.includes('Site server is ready') && resolve());
      closed.then(() => reject(new Error('The site server ended.')), reject);
    });
    const page = await fetch(`http://127.0.0.1:${SITE_PORT}/`);
    const path = `/artifacts/mfe-a/${buildOf(2)}/long.js`;
    const file = await fetch(`http://127.0.0.1:${SITE_PORT}${path}`);
    const release = page.headers.get('x-release');
    return { page: page.status, release, file: file.status, body: await file.text() };
  } finally {
    child.kill();
    await closed;
  }
}

it.runIf(proving)(
  'brings a site back that serves the same revision, without RELEASE_RESIGN',
  async () => {
    const place = await filledPlace();
    const before = await served(place);
    expect(before).toMatchObject({ page: 200, release: 'production/2', file: 200 });
    const file = join(dirname(place.DATA_DIR), 'kept.tar');
    const written = await run('backup', [file], place);
    expect(written).toMatchObject({ code: 0 });
    expect(written.out).toMatch(/kept\.tar is whole: [\d,]+ rows, /);
    expect(written.out).toContain('production is at revision 2.');
    const head = /^Head of the audit log, .*: ([0-9a-f]{64})$/m.exec(written.out)?.[1] ?? '';

    const target = await emptyFolder();
    const restored = await run('restore', [file, '--head', head], target);
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.out).toContain('The history of releases is whole: ');
    expect(restored.out).toContain('production is at revision 2.');
    expect(restored.out).toContain('The ledger is whole: ');
    expect(await served(target)).toEqual(before);

    const again = await run('restore', [file], target);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toMatch(/^DATA_DIR=.* is not empty: /);
  },
);

it('migrate ends at Ctrl-C, also while it waits for a table', async () => {
  const place = await emptyPlace();
  const { db } = openConnections({ connectionString: place.DATABASE_URL ?? '', max: 2 });
  await db.connection().execute(async (holder) => {
    await sql`create table kysely_migration_lock (id text primary key, is_locked int)`.execute(db);
    await sql`begin`.execute(holder);
    await sql`lock table kysely_migration_lock in access exclusive mode`.execute(holder);
    const child = start('./migrate.ts', [], place);
    onTestFinished(() => void child.kill('SIGKILL'));
    const closed = once(child, 'close');
    await vi.waitFor(async () => {
      // Other tests wait for locks in databases of their own.
      const { rows } = await sql`
        select from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      );
      expect(rows).not.toEqual([]);
    }, 60_000);
    child.kill('SIGINT');
    expect(await closed).toEqual([null, 'SIGINT']);
    await sql`rollback`.execute(holder);
  });
  await db.destroy();
});

it.each([
  ['migrate', ['--plan'], 'There is no store in'],
  ['backup', ['missing.tar'], 'There is nothing to back up: no database is in'],
])('%s %j makes no folder where DATA_DIR is mistyped', async (name, words, problem) => {
  const place = await emptyFolder();
  const mistyped = join(place.DATA_DIR, 'mistyped');
  const ended = await run(name, words, { ...place, DATA_DIR: mistyped });
  expect(ended).toMatchObject({ code: 1, err: expect.stringContaining(`${problem} ${mistyped}`) });
  expect(existsSync(mistyped)).toBe(false);
});

it.each([
  ['restore', ['help'], 0, /^Usage: npm run restore -- FILE/],
  ['backup', [], 1, /^backup takes one FILE\. Try: npm run backup -- --help/],
  ['restore', ['missing.tar'], 1, /^\/.*\/missing\.tar cannot be read: there is no such file\.$/m],
  ['restore', ['missing.tar', '--head', '00'], 1, /^--head takes the 64 hexadecimal digits that /],
  ['migrate', ['--writer', 'x'], 1, /^Roles are those of a PostgreSQL: set DATABASE_URL\./],
  ['migrate', ['--nothing'], 1, /^Unknown option '--nothing'\. Try: npm run migrate -- --help$/m],
])('%s %s says what it takes', async (name, words, code, said) => {
  const ended = await run(name, words, await emptyFolder());
  expect(ended.code).toBe(code);
  expect(ended.out + ended.err).toMatch(said);
});
