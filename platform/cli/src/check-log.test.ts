import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forceInto, openEve } from '@tallystick/registry/audit/forcing.testing';
import { openRegistry, type RegistryPlace } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import type { Registry } from '@tallystick/registry/registry';
import { buildOf, done, manager, publish } from '@tallystick/registry/registry.testing';
import { newKey } from '@tallystick/registry/signing-key';
import { readEnvironment } from '@tallystick/settings/environment';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { testPlace } from '@tallystick/store/test-place.testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Served, serveLog } from './log/served-log.testing.ts';
import { runHere } from './release.testing.ts';

let place: RegistryPlace & { DATABASE_URL: string };
let folder: string;
let served: Served;
let site: Awaited<ReturnType<typeof serveLog>>;
const opened: Registry[] = [];

async function open(more: Partial<RegistryPlace> = {}, witnesses = ''): Promise<Registry> {
  const environment = readEnvironment({ RELEASE_WITNESSES: witnesses });
  if (!environment.ok) throw new Error(environment.problem);
  const parts = allParts({ environment: environment.value });
  const result = await openRegistry({ ...place, ...more }, Date.now, { parts });
  if (!result.ok) throw new Error(result.problem);
  opened.push(result.value);
  return result.value;
}
const closeAll = () => Promise.all(opened.splice(0).map((registry) => registry.close()));

/** Makes so many revisions, each with a lock and its end: three entries. */
async function work(registry: Registry, times: number): Promise<void> {
  const channel = registry.channel('production');
  for (let at = 0; at < times; at += 1) {
    const { revision = 0, builds = {} } = (await channel.current()) ?? {};
    const next = builds.shell === buildOf(1) ? buildOf(2) : buildOf(1);
    const change = { kind: 'promote', builds: { shell: next }, reason: 'as it goes' } as const;
    done(await channel.change(manager, revision, change));
    done(await channel.lock(manager, 'shell', 'for a moment'));
    done(await channel.unlock(manager, 'shell', 'that is over'));
  }
}

const check = (...words: string[]) =>
  runHere({ folder, variables: {} }, ['check-log', site.url, ...words], {
    ended: () => new Promise(() => {}),
  });

beforeEach(async () => {
  place = await testPlace('tallystick-checked-');
  folder = await mkdtemp(join(tmpdir(), 'tallystick-stranger-'));
  const registry = await open();
  for (const n of [1, 2, 3]) await publish(registry, 'shell', buildOf(n), { kind: 'shell' });
  await work(registry, 5);
  served = { pages: registry, log: registry };
  site = await serveLog(served);
});
afterEach(async () => {
  site.close();
  await closeAll();
  for (const one of [place.DATA_DIR, folder]) await rm(one, { recursive: true, force: true });
});

it('finds what pages get in the log, and the log as it goes on', async () => {
  const first = await check('--since', 'kept');
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toContain('What pages get is in the log: 18 entries, 1 build.');
  const [, key = ''] = /^key (\S+)$/m.exec(first.out) ?? [];
  expect(await readFile(join(folder, 'kept'), 'utf8')).toContain('\n18\n');
  await work(served.log, 2);
  const second = await check('--since', 'kept', '--key', key, '--json');
  expect(JSON.parse(second.out)).toEqual({ ok: true, entries: 24, builds: 1, problems: [], key });
  const other = key.replace(/^[^.]+/, '0');
  expect(await check('--key', other)).toMatchObject({ code: 2 });
});

it('finds, as it watches, an end that was cut off and rewritten by the owner of the database', async () => {
  expect(await check('--since', 'kept')).toMatchObject({ code: 0 });
  const watch = check('--since', 'kept', '--every', '0.01');
  await closeAll();
  const eve = openEve(place.DATABASE_URL);
  await forceInto(
    eve,
    'delete from revision where sequence > 8',
    'delete from audit where sequence > 8',
    'delete from log_entry where number > 8',
  );
  await eve.destroy();
  // Another folder has the key, and has not seen the end.
  const file = join(place.DATA_DIR, 'release-signing.key');
  const other = await mkdtemp(join(tmpdir(), 'tallystick-other-'));
  const again = await open({ DATA_DIR: other, RELEASE_KEY_FILE: file });
  done(await again.channel('production').unlock(manager, 'shell', 'as nothing had been'));
  await work(again, 4);
  Object.assign(served, { pages: again, log: again });
  expect(await watch).toMatchObject({
    code: 7,
    out: expect.stringContaining(
      'the log had 18 entries, and the 21 of now do not continue them: its end was cut off and rewritten',
    ),
  });
  await rm(other, { recursive: true });
});

it('finds a page of a second history, a build of one, and a build that was never logged', async () => {
  await closeAll();
  const other = await mkdtemp(join(tmpdir(), 'tallystick-second-'));
  await cp(join(place.DATA_DIR, 'release-signing.key'), join(other, 'release-signing.key'));
  const copy = await copyDatabase(new URL(place.DATABASE_URL).pathname.slice(1));
  const [log, pages] = [await open(), await open({ DATA_DIR: other, DATABASE_URL: copy })];
  await work(log, 1);
  await work(pages, 2);
  Object.assign(served, { log, pages });
  const split = await check();
  expect(split.code).toBe(7);
  expect(split.out).toContain('in another history than the log that everybody is shown');
  for (const one of [log, pages]) await publish(one, 'shell', buildOf(4), { kind: 'shell' });
  const change = { kind: 'promote', builds: { shell: buildOf(4) }, reason: 'as it goes' } as const;
  done(await log.channel('production').change(manager, 6, change));
  Object.assign(served, { pages: log, builds: pages });
  const foreign = await check();
  expect(foreign.code).toBe(7);
  expect(foreign.out).toMatch(/shell@\S+, which pages may get, was published in another history/);
  Object.assign(served, {
    builds: log,
    change: (text: string) => text.replace('entry.js', 'evil.js'),
  });
  const unlogged = await check();
  expect(unlogged.code).toBe(7);
  expect(unlogged.out).toMatch(/shell@\S+, which pages may get, was never logged/);
  await rm(other, { recursive: true });
});

it('finds the same history under another key, and not what a thief of the old one has made of it', async () => {
  expect(await check('--since', 'kept')).toMatchObject({ code: 0 });
  await closeAll();
  const [next, other] = [join(folder, 'next.key'), join(folder, 'thief')];
  await writeFile(next, newKey());
  await cp(join(place.DATA_DIR, 'release-signing.key'), join(other, 'release-signing.key'));
  const copy = await copyDatabase(new URL(place.DATABASE_URL).pathname.slice(1));
  const resigned = await open({ RELEASE_KEY_FILE: next, RELEASE_RESIGN: 'on' });
  Object.assign(served, { log: resigned, pages: resigned });
  await work(resigned, 1);
  const changed = await check('--since', 'kept');
  expect(changed).toMatchObject({ code: 0 });
  const [, key = ''] = /^key (\S+)$/m.exec(changed.out) ?? [];
  const thief = await open({ DATA_DIR: other, DATABASE_URL: copy });
  await work(thief, 3);
  Object.assign(served, { pages: thief });
  const found = await check('--since', 'kept', '--key', key);
  expect(found.out).toContain('is not in a log that this key signs');
  Object.assign(served, { log: thief });
  expect((await check('--since', 'kept')).out).toContain('its end was cut off and rewritten');
});

it('a witness signs the log as it grows, and no other end of it; without it all goes on', async () => {
  const [, key = ''] = /^key (\S+)$/m.exec((await check()).out) ?? [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let said = '';
  const running = runHere(
    { folder, variables: {} },
    ['witness', 'witness', '--log', key, '--name', 'witness.test', '--port', '0'],
    { ended: () => ended, note: (line) => (said += `${line}\n`) },
  );
  const own = await vi.waitUntil(() => /^key (\S+)$/m.exec(said)?.[1], 60_000);
  const [url = ''] = /http:\S+\d/.exec(said) ?? [];
  await closeAll();
  const registry = await open({}, url);
  Object.assign(served, { log: registry, pages: registry });
  const signed = () => check('--witness', own).then(({ code }) => code === 0);
  await vi.waitUntil(signed, { timeout: 60_000, interval: 200 });
  await work(registry, 1);
  await vi.waitUntil(signed, { timeout: 60_000, interval: 200 });
  end();
  await running;
  await work(registry, 1);
  const alone = await check('--witness', own);
  expect(alone).toMatchObject({ code: 7 });
  expect(alone.out).toContain('the witness witness.test has not signed these 24 entries');
  expect(await check()).toMatchObject({ code: 0 });
});
