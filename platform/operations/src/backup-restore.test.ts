import { spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { proving } from '@tallystick/contract/testing/proof';
import { credentials, startBucket } from '@tallystick/registry/bucket.testing';
import { openRegistry } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import { buildOf, manager } from '@tallystick/registry/registry.testing';
import { newKey, signingKeyOf } from '@tallystick/registry/signing-key';
import type { Environment } from '@tallystick/settings/environment';
import { openConnections } from '@tallystick/store/connections';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { listenAnywhere } from '@tallystick/store/free-ports.testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { backUp } from './backup/backup.ts';
import { bake, pantry, pantryOf, withPantry } from './pantry.testing.ts';
import {
  copyPlace,
  emptyFolder,
  emptyPlace,
  fillReleases,
  promote,
  releasesOf,
  removePlaces,
  withRegistry,
} from './place.testing.ts';
import { checkRestored } from './restore/check-restored.ts';
import { moveUp } from './restore/move-up.ts';
import { type RestoreOptions, restore } from './restore/restore.ts';

const { signal } = new AbortController();

/** Fills an empty place: the pantry, the registry up to revision 2, and a key of the pantry's. */
async function fill(place: Environment): Promise<Environment> {
  await withPantry(place, (store) => bake(store, 'bread ', 3_000));
  await fillReleases(place);
  await writeFile(join(place.DATA_DIR, 'pantry.key'), 'secret');
  return place;
}

let filled: Promise<Environment> | undefined;

/** Such a place: filled once, and copied. */
async function filledPlace(): Promise<Environment> {
  filled ??= emptyFolder().then(async (folder) =>
    fill({ ...folder, DATABASE_URL: await copyDatabase() }),
  );
  return copyPlace(await filled);
}

const fileOf = ({ DATA_DIR }: Environment) => join(dirname(DATA_DIR), 'backup.tar');

async function write(place: Environment, onProgress = () => {}) {
  const written = await backUp(fileOf(place), place, [pantry], { signal, onProgress });
  if (!written.ok) throw new Error(written.problem);
  return written.value;
}

const putBack = (file: string, place: Environment, options: Partial<RestoreOptions> = {}) =>
  restore(file, place, [pantry], { signal, onProgress: () => {}, onStage: () => {}, ...options });

/** Resolves once somebody waits for a lock in this database. */
const someWait = (db: Kysely<unknown>) =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    expect(rows).not.toEqual([]);
  }, 60_000);

/** An index over rows waits for a lock, in place of long work, until `letGo`. */
async function holdIndices({ DATABASE_URL = '' }: Environment) {
  // The lock ends with its connection, which does nothing for longer than a pool keeps one.
  const kept = { max: 1, idleTimeoutMillis: 0 };
  const { db } = openConnections({ connectionString: DATABASE_URL, ...kept });
  await sql`
    create function wait() returns event_trigger language plpgsql as $$
    begin
      if to_regclass('bread') is not null then
        if exists (select from bread) then perform pg_advisory_xact_lock(1); end if;
      end if;
    end $$;
    create event trigger wait on ddl_command_start when tag in ('CREATE INDEX')
    execute function wait();
    select pg_advisory_lock(1)`.execute(db);
  return { waits: () => someWait(db), letGo: () => db.destroy() };
}

/** The URL of a way to the database that lets no answer through from the first `commit` on, and ends after that answer. */
async function startWayWithoutCommit(url: string): Promise<string> {
  const way = createServer((near) => {
    const { hostname, port } = new URL(url);
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => {});
    let committing = false;
    near.on('data', (part) => {
      committing ||= part.includes('commit\0');
      far.write(part);
    });
    far.on('data', (part) => {
      if (committing) near.destroy();
      else near.write(part);
    });
    near.on('close', () => far.destroy());
  });
  onTestFinished(() => {
    way.close();
  });
  const through = new URL(url);
  through.host = `127.0.0.1:${await listenAnywhere(way)}`;
  return through.href;
}

/** Names of what is in the folder but the lock, which stays, and of the tables of the database. */
async function contentsOf({ DATA_DIR, DATABASE_URL }: Environment): Promise<string[]> {
  const all = await readdir(DATA_DIR).catch(() => []);
  const files = all.filter((name) => name !== 'restore.lock.db');
  if (DATABASE_URL === undefined) return files;
  const { db } = openConnections({ connectionString: DATABASE_URL, max: 1 });
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  await db.destroy();
  return [...files, ...rows.map(({ name }) => name)];
}

afterAll(removePlaces);

describe('a backup', () => {
  let place: Environment;
  let file: string;
  let head: string | undefined;
  beforeAll(async () => {
    place = await filledPlace();
    file = fileOf(place);
    const report = await write(place);
    expect(report.channels).toEqual([{ channel: 'production', revision: 2 }]);
    head = report.head?.hash;
  });

  it('leaves nothing when it is stopped', async () => {
    const target = await emptyPlace();
    for (const at of ['indices of pantry', 'files of builds']) {
      const stopping = new AbortController();
      const restoring = putBack(file, target, {
        signal: stopping.signal,
        onStage: (stage) => stage === at && stopping.abort(),
      });
      await expect(restoring).rejects.toThrow('aborted');
      expect(await contentsOf(target)).toEqual([]);
    }
  });

  it('is back in an empty place', async () => {
    const target = await emptyPlace();
    expect(await putBack(file, target, { head: head ?? '' })).toMatchObject({ ok: true });
    expect(await pantryOf(target)).toEqual(await pantryOf(place));
    const releases = await releasesOf(target);
    expect(releases).toEqual(await releasesOf(place));
    expect(releases).toMatchObject({
      current: { revision: 2, reason: '' },
      verified: { ok: true, problems: [] },
      problems: [],
    });
    const keys = ['release-signing.key', 'release-log.checkpoint', 'pantry.key'];
    for (const name of keys) {
      expect((await stat(join(target.DATA_DIR, name))).mode & 0o777).toBe(0o600);
    }
    // It goes on: numbers follow, triggers run, the log grows.
    await withPantry(target, (store) => bake(store, 'late'));
    const { breads, deliveries } = await pantryOf(target);
    expect(breads.at(-1)).toEqual({ id: 3_001, name: 'late1', shelf: null });
    expect(deliveries).toHaveLength(3_001);
    await withRegistry(target, (registry) => promote(registry, 'mfe-c', 3));
    expect(await releasesOf(target)).toMatchObject({ current: { revision: 3 }, problems: [] });
  });

  it('leaves nothing when restoring is stopped in the middle of an index', async () => {
    const target = await emptyPlace();
    const { waits, letGo } = await holdIndices(target);
    const stopping = new AbortController();
    const restoring = putBack(file, target, { signal: stopping.signal });
    restoring.catch(() => {});
    await waits();
    stopping.abort();
    await expect(restoring).rejects.toThrow('canceling statement due to user request');
    await letGo();
    expect(await contentsOf(target)).toEqual([]);
  });

  it('is put back by one at a time: a second is refused, and the first goes on', async () => {
    const target = await emptyPlace();
    const { waits, letGo } = await holdIndices(target);
    const first = putBack(file, target);
    await waits();
    const second = await putBack(file, { ...target, DATABASE_URL: undefined });
    await letGo();
    expect(await first).toMatchObject({ ok: true });
    expect(second).toEqual({
      ok: false,
      problem: `Another restore into DATA_DIR=${target.DATA_DIR} is running: let it end first.`,
    });
    expect(await releasesOf(target)).toMatchObject({ verified: { ok: true }, problems: [] });
  });

  it('is for its owner alone, and leaves nothing else behind, nor what one left that was killed', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const running = `backup.tar.${process.ppid}.part`;
    const folder = dirname(file);
    for (const name of [`backup.tar.${pid}.part`, running]) await writeFile(join(folder, name), '');
    await write(place);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['backup.tar', running, 'data']);
    await rm(join(folder, running));
  });

  it('is refused where something is, which stays as it is', async () => {
    const before = [await pantryOf(place), await releasesOf(place)];
    const refused = await putBack(file, place);
    expect(refused).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^DATA_DIR=.* is not empty: there is /),
    });
    const beside = { ...place, DATA_DIR: (await emptyFolder()).DATA_DIR };
    await expect(putBack(file, beside)).rejects.toThrow(
      /^The database is not empty: there is the table public\./,
    );
    expect(await contentsOf({ ...beside, DATABASE_URL: undefined })).toEqual([]);
    expect([await pantryOf(place), await releasesOf(place)]).toEqual(before);
  });

  it('is not made where a folder is, beside which it would be written first', async () => {
    const written = backUp(dirname(file), place, [pantry], { signal, onProgress: () => {} });
    await expect(written).rejects.toThrow(`${dirname(file)} is a folder or a device: name a file.`);
  });

  it('lets each store settle once it is filled', async () => {
    const stale = await copyPlace(place);
    await withPantry(stale, async ({ db }) => {
      await sql`insert into delivery values ('stale')`.execute(db);
    });
    await write(stale);
    const target = await emptyPlace();
    await putBack(fileOf(stale), target);
    expect(await pantryOf(target)).toEqual(await pantryOf(place));
  });

  it('is refused by a program that does not know all of its stores, or knows more', async () => {
    const target = await emptyPlace();
    const options = { signal, onProgress: () => {}, onStage: () => {} };
    expect(await restore(file, target, [], options)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^It has a store that this program does not know, pantry: /),
    });
    const without = `${file}.without`;
    expect(await backUp(without, place, [], { signal, onProgress: () => {} })).toMatchObject({
      ok: true,
    });
    expect(await putBack(without, target)).toEqual({
      ok: false,
      problem: 'It has nothing of The pantry.',
    });
    expect(await contentsOf(target)).toEqual([]);
    // What the database has beside the registry is not asked for.
    expect(await restore(without, target, [], options)).toMatchObject({ ok: true });
    expect(await releasesOf(target)).toEqual(await releasesOf(place));
    await rm(without);
  });

  it.each([
    ['its last byte is missing', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['half of it is missing', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'one bit is another',
      (bytes: Buffer) => {
        const at = bytes.indexOf('pantry/bread/000001') + 512 + 100;
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        return bytes;
      },
    ],
    ['it is none', () => Buffer.from('nothing')],
  ])('is refused where %s', async (_, damage) => {
    const damaged = `${file}.damaged`;
    await writeFile(damaged, damage(await readFile(file)));
    const target = await emptyPlace();
    const refused = await putBack(damaged, target);
    await rm(damaged);
    expect(refused).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/ is not a whole backup: /),
    });
    expect(await contentsOf(target)).toEqual([]);
  });

  it('is read no further once restoring is stopped', async () => {
    const cut = `${file}.cut`;
    await writeFile(cut, (await readFile(file)).subarray(0, -10_000));
    const restoring = putBack(cut, await emptyFolder(), { signal: AbortSignal.abort() });
    await expect(restoring).rejects.toThrow('aborted');
    await rm(cut);
  });

  it('is refused where the head that somebody kept is not in its log', async () => {
    const target = await emptyPlace();
    await expect(putBack(file, target, { head: 'a'.repeat(64) })).rejects.toThrow(
      /^The head a+ is not in the backup's audit log/,
    );
    expect(await contentsOf(target)).toEqual([]);
  });

  it('is refused where something comes into the folder meanwhile, and can be put back after', async () => {
    const target = await emptyPlace();
    const came = join(target.DATA_DIR, 'came.txt');
    const restoring = putBack(file, target, {
      onStage: (stage) => stage === 'files of builds' && writeFileSync(came, 'mine'),
    });
    await expect(restoring).rejects.toThrow(/ is not empty: there is came\.txt\./);
    expect(await contentsOf(target)).toEqual(['came.txt']);
    await rm(came);
    expect(await putBack(file, target)).toMatchObject({ ok: true });
    expect(await releasesOf(target)).toMatchObject({ verified: { ok: true }, problems: [] });
  });

  it('keeps its files where the answer of the database that took it is lost, also when it is begun again', async () => {
    const target = await emptyPlace();
    const { DATA_DIR: folder, DATABASE_URL = '' } = target;
    const url = await startWayWithoutCommit(DATABASE_URL);
    expect(await putBack(file, { ...target, DATABASE_URL: url })).toEqual({
      ok: false,
      problem: expect.stringMatching(/^The database was lost as it was told to keep all \(.*Begin/),
    });
    expect(await readdir(folder)).toEqual(['restore.draft', 'restore.lock.db']);
    const draft = join(folder, 'restore.draft');
    await expect(putBack(file, target)).rejects.toThrow(`move what is in ${draft} into ${folder}`);
    expect(await moveUp(folder)).toBeUndefined();
    expect(await releasesOf(target)).toEqual(await releasesOf(place));
    expect(await pantryOf(target)).toEqual(await pantryOf(place));
  });

  it('is begun anew over the draft of one that was killed, where the database is empty', async () => {
    const target = await emptyPlace();
    await mkdir(join(target.DATA_DIR, 'restore.draft', 'stray'), { recursive: true });
    expect(await putBack(file, target)).toMatchObject({ ok: true });
    expect(await contentsOf(target)).not.toContain('stray');
    expect(await releasesOf(target)).toMatchObject({ verified: { ok: true }, problems: [] });
  });

  it('is never moved over what is in the folder, and says where the rest lies', async () => {
    const { DATA_DIR: folder } = await emptyFolder();
    await mkdir(join(folder, 'restore.draft', 'artifacts'), { recursive: true });
    await writeFile(join(folder, 'restore.draft', 'release-signing.key'), 'restored');
    await writeFile(join(folder, 'release-signing.key'), 'mine');
    expect(await moveUp(folder)).toMatch(
      `files still lie in ${folder}/restored: ${folder}/release-signing.key is there already.`,
    );
    expect(await readFile(join(folder, 'release-signing.key'), 'utf8')).toBe('mine');
    expect(await readdir(join(folder, 'restored'))).toContain('release-signing.key');
  });

  it('is restored also where checking it is stopped, or its database is lost', async () => {
    const stopping = new AbortController();
    const lines: string[] = [];
    const print = (line: string) => {
      lines.push(line);
      if (line.startsWith('The history of releases is whole')) stopping.abort();
    };
    const io = { environment: place, folder: place.DATA_DIR, print, signal: stopping.signal };
    expect(await checkRestored(io, [pantry])).toBe(2);
    expect(lines).toContain(
      'Everything was restored, but checking it did not finish: it was stopped.',
    );
    const lost = { ...place, DATABASE_URL: `${place.DATABASE_URL}_lost` };
    expect(await checkRestored({ ...io, environment: lost, signal }, [pantry])).toBe(2);
    expect(lines).toContainEqual(
      expect.stringMatching(/^Everything was restored, but checking it did not finish: .*_lost/),
    );
  });

  it('says so when the log was cut short before, and so does what is restored', async () => {
    const cut = await filledPlace();
    const root = Buffer.alloc(32, 1).toString('base64');
    const known = `some.releases.tallystick\n999\n${root}\n\n— some.releases.tallystick AAAA\n`;
    await writeFile(join(cut.DATA_DIR, 'release-log.checkpoint'), known);
    expect(await write(cut)).toMatchObject({ headIsKnown: false });
    const target = await emptyPlace();
    await putBack(fileOf(cut), target);
    expect(await releasesOf(target)).toMatchObject({
      problems: [expect.stringMatching(/^the log ends at entry \d+ but once reached 999/)],
    });
  });
});

it('is of one moment while servers write', async () => {
  const place = await filledPlace();
  const writing = { goes: true };
  const told = new EventEmitter();
  const writers = Promise.all([
    withPantry(place, async (store) => {
      for (let n = 0; writing.goes; n += 1) await bake(store, `late ${n} `);
    }),
    withRegistry(place, async (registry) => {
      for (let n = 10; writing.goes; n += 1) {
        await promote(registry, 'mfe-a', n);
        told.emit('promoted');
      }
    }),
  ]);
  const reports = [await write(place)];
  await once(told, 'promoted');
  reports.push(await write(place));
  writing.goes = false;
  await writers;
  const [first, second] = reports.map(({ channels }) => channels[0]?.revision ?? 0);
  expect(second).toBeGreaterThan(first ?? 0);
  const target = await emptyPlace();
  expect(await putBack(fileOf(place), target)).toMatchObject({ ok: true });
  const { breads, deliveries } = await pantryOf(target);
  expect(breads.length).toBeGreaterThan(3_000);
  expect(deliveries).toHaveLength(breads.length);
  expect(await releasesOf(target)).toMatchObject({
    current: { revision: second },
    verified: { ok: true },
    problems: [],
  });
});

it('is not made of a folder without a database', async () => {
  await expect(write(await emptyFolder())).rejects.toThrow(/^There is nothing to back up: /);
});

it.runIf(proving)(
  'has the files of builds from a bucket, and puts them into another one or onto the disk',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-bucket-'));
    const bucket = await startBucket(folder);
    onTestFinished(async () => {
      await bucket.close();
      await rm(folder, { recursive: true });
    });
    const inFolder = (name: string) => ({
      ARTIFACTS_URL: `s3://bucket/${name}?endpoint=${bucket.endpoint}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    });
    const place = await fill(await emptyPlace(inFolder('one')));
    await write(place);
    expect(await contentsOf(place)).not.toContain('artifacts');
    for (const more of [inFolder('two'), {}]) {
      const target = await emptyPlace(more);
      expect(await putBack(fileOf(place), target)).toMatchObject({ ok: true });
      expect(await releasesOf(target)).toEqual(await releasesOf(place));
      expect((await contentsOf(target)).includes('artifacts')).toBe(!('ARTIFACTS_URL' in more));
    }
  },
);

it('is refused where no file of a build is, and does without one that is lost', async () => {
  const place = await filledPlace();
  const elsewhere = { ...place, DATA_DIR: (await emptyFolder()).DATA_DIR };
  await expect(write(elsewhere)).rejects.toThrow(
    `No file of a build is in ${elsewhere.DATA_DIR}/artifacts.`,
  );
  expect(await readdir(dirname(elsewhere.DATA_DIR))).toEqual(['data']);
  await rm(join(place.DATA_DIR, 'artifacts', 'mfe-b', buildOf(1), 'entry.js'));
  const problem = `mfe-b@${buildOf(1)} has no file entry.js in ${place.DATA_DIR}/artifacts.`;
  expect((await write(place)).lost).toEqual([problem]);
  await expect(write(place)).rejects.toThrow(problem);
  const target = await emptyPlace();
  expect(await putBack(fileOf(place), target)).toMatchObject({ ok: true });
  const problems = [`mfe-b@${buildOf(1)}: its file entry.js is missing`];
  expect(await releasesOf(target)).toMatchObject({
    current: { revision: 2 },
    verified: { ok: false, problems },
  });
});

it('has the files of a build that somebody deletes meanwhile', async () => {
  const place = await filledPlace();
  const twoDays = 172_800_000;
  const opened = await openRegistry(place, () => Date.now() + twoDays, { parts: allParts() });
  if (!opened.ok) throw new Error(opened.problem);
  const { value: registry } = opened;
  onTestFinished(registry.close);
  expect(await registry.gc(manager, { dryRun: true })).toMatchObject({
    value: { deleted: [{ app: 'mfe-b', build: buildOf(1) }] },
  });
  const { db } = openConnections({ connectionString: place.DATABASE_URL, max: 1 });
  onTestFinished(() => db.destroy());
  // The backup has begun, and waits for a table until the deletion was answered.
  const { writing, deleted } = await db.transaction().execute(async (trx) => {
    await sql`lock table bread in access exclusive mode`.execute(trx);
    const writing = write(place);
    await someWait(trx);
    return { writing, deleted: await registry.gc(manager, { dryRun: false }) };
  });
  expect(await writing).toMatchObject({ lost: [] });
  expect(deleted).toMatchObject({ code: 'unavailable' });
  const target = await emptyPlace();
  expect(await putBack(fileOf(place), target)).toMatchObject({ ok: true });
  expect(await releasesOf(target)).toMatchObject({ verified: { ok: true, problems: [] } });
});

it('leaves the key to who keeps it elsewhere', async () => {
  const place = await filledPlace();
  const key = join(dirname(place.DATA_DIR), 'key.pem');
  await writeFile(key, await readFile(join(place.DATA_DIR, 'release-signing.key')));
  await rm(join(place.DATA_DIR, 'release-signing.key'));
  const { keyElsewhere } = await write({ ...place, RELEASE_KEY_FILE: key });
  const target = await emptyPlace();
  expect(await putBack(fileOf(place), target)).toMatchObject({
    ok: false,
    problem: expect.stringContaining(
      `It does not hold the key that signs releases, ${keyElsewhere}, which`,
    ),
  });
  const withKey = { ...target, RELEASE_KEY_FILE: key };
  expect(await putBack(fileOf(place), withKey)).toMatchObject({ ok: true });
  expect(await releasesOf(withKey)).toMatchObject({ verified: { ok: true }, problems: [] });
});

it('does not hold a key that was retired, nor pass for one with the key', async () => {
  const place = await filledPlace();
  const key = join(dirname(place.DATA_DIR), 'next.pem');
  const pem = newKey();
  await writeFile(key, pem);
  const rotated: Environment = { ...place, RELEASE_KEY_FILE: key };
  await withRegistry({ ...rotated, RELEASE_RESIGN: 'on' }, async () => {});
  const { id } = signingKeyOf(pem);
  expect(await write(rotated)).toMatchObject({ keyElsewhere: id });
  const target = await emptyPlace();
  expect(await putBack(fileOf(place), target)).toMatchObject({
    ok: false,
    problem: `It does not hold the key that signs releases, ${id}, which was kept elsewhere: name its file by RELEASE_KEY_FILE.`,
  });
  const withKey = { ...target, RELEASE_KEY_FILE: key };
  expect(await putBack(fileOf(place), withKey)).toMatchObject({ ok: true });
  expect(await releasesOf(withKey)).toMatchObject({ verified: { ok: true }, problems: [] });
  const files = await readdir(target.DATA_DIR);
  expect(files.filter((name) => name.startsWith('release-signing'))).toEqual([]);
});
