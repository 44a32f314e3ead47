import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proving } from '@tallystick/contract/testing/proof';
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

async function open(
  more: Partial<RegistryPlace> = {},
  witnesses = '',
  without = '',
): Promise<Registry> {
  const environment = readEnvironment({ RELEASE_WITNESSES: witnesses });
  if (!environment.ok) throw new Error(environment.problem);
  const parts = allParts({ environment: environment.value }).filter(({ name }) => name !== without);
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

/** Cuts the end of the log as the owner of its database, and goes on there from a folder that has not seen the end. */
async function rewriteEnd(witnesses = ''): Promise<Registry> {
  await closeAll();
  const eve = openEve(place.DATABASE_URL);
  await forceInto(
    eve,
    'delete from revision where sequence > 8',
    'delete from audit where sequence > 8',
    'delete from log_entry where number > 8',
  );
  await eve.destroy();
  const file = join(place.DATA_DIR, 'release-signing.key');
  const again = await open({ DATA_DIR: join(folder, 'other'), RELEASE_KEY_FILE: file }, witnesses);
  done(await again.channel('production').unlock(manager, 'shell', 'as nothing had been'));
  await work(again, 4);
  return again;
}

/** A watch as it is proven looks as often as its own help says. */
const watch = () => check('--since', 'kept', '--every', proving ? '30' : '0.01');

/** What a watch finds once the site serves this; a proof demands it within a minute. */
async function foundOnce(serves: Served, watching: ReturnType<typeof check>) {
  const began = performance.now();
  Object.assign(served, serves);
  const found = await watching;
  const seconds = (performance.now() - began) / 1_000;
  if (proving) {
    console.log(`found after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(60);
  }
  return found;
}

it('finds, as it watches, an end that was cut off and rewritten by the owner of the database', async () => {
  expect(await check('--since', 'kept')).toMatchObject({ code: 0 });
  const watching = watch();
  const again = await rewriteEnd();
  expect(await foundOnce({ pages: again, log: again }, watching)).toMatchObject({
    code: 7,
    out: expect.stringContaining(
      'the log had 18 entries, and the 21 of now do not continue them: its end was cut off and rewritten',
    ),
  });
});

it('finds a page of a second history, a build of one, and a build that was never logged', async () => {
  await closeAll();
  const second = await copy('second');
  const [log, pages] = [await open(), await open(second)];
  Object.assign(served, { log, pages: log });
  const watching = watch();
  await work(log, 1);
  await work(pages, 2);
  const split = await foundOnce({ log, pages }, watching);
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
});

it('finds the same history under another key, and not what a thief of the old one has made of it', async () => {
  expect(await check('--since', 'kept')).toMatchObject({ code: 0 });
  await closeAll();
  const next = join(folder, 'next.key');
  await writeFile(next, newKey());
  const stolen = await copy('thief');
  const resigned = await open({ RELEASE_KEY_FILE: next, RELEASE_RESIGN: 'on' });
  Object.assign(served, { log: resigned, pages: resigned });
  await work(resigned, 1);
  const changed = await check('--since', 'kept');
  expect(changed).toMatchObject({ code: 0 });
  const [, key = ''] = /^key (\S+)$/m.exec(changed.out) ?? [];
  const thief = await open(stolen);
  await work(thief, 3);
  Object.assign(served, { pages: thief });
  const found = await check('--since', 'kept', '--key', key);
  expect(found.out).toContain('is not in a log that this key signs');
  Object.assign(served, { log: thief });
  expect((await check('--since', 'kept')).out).toContain('its end was cut off and rewritten');
});

/** Runs a witness of the log; answers its key, where it is, and what ends it. */
async function runWitness() {
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
  const signed = () => check('--witness', own).then(({ code }) => code === 0);
  return {
    ...{ own, url },
    hasSigned: () => vi.waitUntil(signed, { timeout: 60_000, interval: 200 }),
    end: async () => {
      end();
      await running;
    },
  };
}

it('a witness signs the log as it grows, and no other end of it; without it all goes on', async () => {
  const witness = await runWitness();
  await closeAll();
  const registry = await open({}, witness.url);
  Object.assign(served, { log: registry, pages: registry });
  await witness.hasSigned();
  await work(registry, 1);
  await witness.hasSigned();
  await witness.end();
  await work(registry, 1);
  const alone = await check('--witness', witness.own);
  expect(alone).toMatchObject({ code: 7 });
  expect(alone.out).toContain('the witness witness.test has not signed these 24 entries');
  expect(await check()).toMatchObject({ code: 0 });
});

it('the board says that a witness refuses the log, and nothing of one that is away', async () => {
  const witness = await runWitness();
  await closeAll();
  const registry = await open({}, `${witness.url},http://127.0.0.1:9`);
  Object.assign(served, { log: registry, pages: registry });
  await witness.hasSigned();
  expect(await registry.channel('production').board()).not.toHaveProperty('shouts');
  const again = await rewriteEnd(`${witness.url},http://127.0.0.1:9`);
  const shouts = await vi.waitUntil(
    async () => (await again.channel('production').board()).shouts,
    { timeout: 60_000, interval: 200 },
  );
  expect(shouts).toEqual([
    {
      of: 'witness',
      text: expect.stringMatching(
        /^The witness 127\.0\.0\.1:\d+ does not sign the log of releases: it (has signed|answers 422)/,
      ),
    },
  ]);
  await witness.end();
});

/** The same registry once more, in a database and a folder of its own. */
async function copy(name: string): Promise<Partial<RegistryPlace>> {
  const DATA_DIR = join(folder, name);
  await cp(join(place.DATA_DIR, 'release-signing.key'), join(DATA_DIR, 'release-signing.key'));
  const DATABASE_URL = await copyDatabase(new URL(place.DATABASE_URL).pathname.slice(1));
  return { DATA_DIR, DATABASE_URL };
}

/** Milliseconds that a rollback takes until pages get it, with its proof. */
async function rollBack(registry: Registry): Promise<number> {
  await work(registry, 1);
  const channel = registry.channel('production');
  const { revision = 0 } = (await channel.current()) ?? {};
  const how = { apps: ['shell'], to: {}, recall: false, reason: 'as it goes' };
  const began = performance.now();
  const made = done(await channel.change(manager, revision, { kind: 'rollback', ...how }));
  expect(await registry.attestations.proofOfRevision('production', made.revision)).toBeDefined();
  return performance.now() - began;
}

it.runIf(proving)('a rollback takes what it takes while witness and log are away', async () => {
  const witness = await runWitness();
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const at = silent.address();
  const nobody = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 9}`;
  await closeAll();
  const [one, two, three] = [await copy('one'), await copy('two'), await copy('three')];
  const registries = [
    await open(one, witness.url),
    await open(two, nobody),
    // Without the part, nobody can read the log.
    await open(three, '', 'transparency'),
  ];
  const times = registries.map((): number[] => []);
  for (let turn = 0; turn < 60; turn += 1) {
    for (const [n, registry] of registries.entries()) times[n]?.push(await rollBack(registry));
  }
  const [withAll = 0, ...others] = times.map((of) => of.sort((a, b) => a - b)[of.length >> 1] ?? 0);
  const ratios = others.map((other) => other / withAll);
  console.log(
    `a rollback took ${withAll.toFixed(1)} ms; without a witness and without a log`,
    ratios,
  );
  for (const ratio of ratios) expect(ratio).toBeLessThan(1.5);
  silent.closeAllConnections();
  silent.close();
  await witness.end();
});
