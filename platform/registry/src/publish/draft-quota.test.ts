import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { actingFor } from '@tallystick/store/caller';
import type { Query } from '@tallystick/store/connections';
import type { Store } from '@tallystick/store/store';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NewSettings } from '../contract/app-settings.ts';
import type { Actor } from '../contract/tokens.ts';
import { filesOnDisk } from '../files/disk.ts';
import type { FileStore } from '../files/file-store.ts';
import {
  buildOf,
  done,
  draftOf,
  manager,
  publisherOf,
  testKey,
  upload,
} from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { registryOver } from '../registry-over.ts';
import type { Database } from '../store/schema.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const openTestRegistry = testRegistries();
let folder: string;
let store: Store<Database>;
let registry: Registry;

beforeEach(async () => {
  ({ folder, store } = await openTestRegistry());
  now = Date.now();
  look = (all) => all();
  registry = begin();
});
afterEach(() => registry.close());

const hour = 3_600_000;
let now: number;
/** Looks for drafts as they are stored, or otherwise. */
let look: (all: FileStore['all']) => ReturnType<FileStore['all']>;
function begin(sweepPace = 2 ** 30): Registry {
  const { drafts, ...others } = filesOnDisk(folder);
  const files = { ...others, drafts: { ...drafts, all: () => look(drafts.all) } };
  return registryOver({ store, files, key: testKey, now: () => now, sweepPace });
}
const put = (app: string, build: number, actor = publisherOf(app)) =>
  registry.putFile(actor, app, buildOf(build), 'entry.js', Buffer.from('x'));
const full = { ok: false, code: 'limited', problem: expect.stringContaining('drafts') };
const draftsOf = async (app: string) => (await readdir(join(folder, 'drafts', app))).sort();
const sweep = async () => done(await registry.gc(manager, { dryRun: false })).drafts;
/** Sets limits of mfe-a for the first time. */
const setLimits = async (limits: NewSettings['limits']) =>
  done(await registry.settings.change(manager, 'mfe-a', 0, { ...nothing, limits }));
const nothing = { limits: {}, connect: [], paths: [], reason: 'because of this test' };
const megabyte = 1_000_000;

it('gives the drafts of one app ten places, and those of all a hundred', async () => {
  for (let build = 1; build <= 10; build += 1) done(await put('mfe-a', build));
  expect(await put('mfe-a', 11)).toEqual({
    ok: false,
    code: 'limited',
    problem:
      'mfe-a is at its limit of drafts (10): publish one, or wait until they are 24 h old; a manager raises it by "settings mfe-a --drafts N"',
  });
  done(await put('mfe-a', 10));
  for (let app = 1; app <= 90; app += 1) done(await put(`mfe-b${app}`, 1, manager));
  expect(await put('mfe-c', 1, manager)).toMatchObject(full);
  done(await put('mfe-b1', 1, manager));
});

it('gives an app as many places as a manager says', async () => {
  await setLimits({ drafts: 2 });
  for (const build of [1, 2]) done(await put('mfe-a', build));
  expect(await put('mfe-a', 3)).toMatchObject(full);
});

/** Has a registry look through the drafts that are there, and does something else meanwhile. */
async function whileLooking(meanwhile: () => Promise<unknown>): Promise<void> {
  const looked = Promise.withResolvers<void>();
  const went = Promise.withResolvers<void>();
  look = async (all) => {
    const found = await all();
    looked.resolve();
    await went.promise;
    return found;
  };
  const looking = registry.gc(manager, { dryRun: true });
  await looked.promise;
  await meanwhile();
  went.resolve();
  await looking;
}

it('counts a draft that comes while those that are there are looked through', async () => {
  await setLimits({ drafts: 2 });
  done(await put('mfe-a', 1));
  await whileLooking(async () => done(await put('mfe-a', 2)));
  expect(await put('mfe-a', 3)).toMatchObject(full);
});

it.each([
  ['a process that knows it', () => registry],
  ['one that has just started', begin],
])(
  'has a place again for a draft that %s publishes while they are looked through',
  async (_, by) => {
    await setLimits({ drafts: 2 });
    done(await put('mfe-a', 1));
    await upload(registry, 'mfe-a', buildOf(2), draftOf('mfe-a', buildOf(2)));
    registry = by();
    await whileLooking(async () => done(await registry.publish(manager, 'mfe-a', buildOf(2))));
    done(await put('mfe-a', 3));
  },
);

it('takes a file although another client goes, for whom they are looked through first', async () => {
  const leaving = new AbortController();
  const went = Promise.withResolvers<void>();
  let [asked, answered] = [0, 0];
  const query: Query = async (statement, values) => {
    asked += 1;
    // The first reads the limits before it looks, and again as it does.
    if (asked === 2) await went.promise;
    try {
      return await store.query(statement, values);
    } finally {
      answered += 1;
    }
  };
  const files = filesOnDisk(folder);
  const parts = { store: { ...store, query }, files, key: testKey, sweepPace: 2 ** 30 };
  // So that nothing else asks.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const own = registryOver({ ...parts, now: () => now });
  vi.useRealTimers();
  const put = (client: string, gone: AbortSignal) =>
    actingFor({ client, gone }, () =>
      own.putFile(manager, 'mfe-a', buildOf(1), 'entry.js', Buffer.from('x')),
    );
  const first = put('first', leaving.signal).catch(() => {});
  await expect.poll(() => asked).toBe(2);
  const second = put('second', new AbortController().signal);
  // It has read the limits, and waits for what the first one looks through.
  await expect.poll(() => answered).toBe(2);
  await setImmediate();
  leaving.abort();
  went.resolve();
  done(await second);
  await first;
});

it('gives drafts for previews places of their own', async () => {
  const reader: Actor = {
    tokenId: 'pull-requests',
    name: 'pull requests',
    scope: { kind: 'publisher', app: 'mfe-a', may: 'preview' },
  };
  for (let build = 1; build <= 10; build += 1) done(await put('mfe-a', build, reader));
  expect(await put('mfe-a', 11, reader)).toMatchObject(full);
  for (let build = 1; build <= 10; build += 1) done(await put('mfe-a', build));
  expect(await put('mfe-a', 11)).toMatchObject(full);
});

it('bounds the bytes of a build from its first file on, until a manager raises them', async () => {
  const putLarge = (path: string, bytes: number) =>
    registry.putFile(manager, 'mfe-a', buildOf(1), path, Buffer.alloc(bytes));
  done(await putLarge('large.js', 20 * megabyte));
  done(await putLarge('large.js', 20 * megabyte));
  done(await putLarge('more.js', 5 * megabyte));
  expect(await putLarge('one.js', 1)).toEqual({
    ok: false,
    code: 'oversize',
    problem: `mfe-a ${buildOf(1)} has 25,000,001 bytes or more, the limit of mfe-a is 25,000,000: make it smaller, or have a manager raise it by "settings mfe-a --bytes N"`,
  });
  await setLimits({ bytes: 26 * megabyte });
  done(await putLarge('one.js', 1));
});

it('bounds the files of a build, and judges it again as a whole', async () => {
  await setLimits({ files: 5 });
  await upload(registry, 'mfe-a', buildOf(1), draftOf('mfe-a', buildOf(1)));
  const put = (path: string) =>
    registry.putFile(manager, 'mfe-a', buildOf(1), path, Buffer.from('x'));
  done(await put('five.js'));
  const refused = {
    ok: false,
    code: 'oversize',
    problem: `mfe-a ${buildOf(1)} has 6 files or more, the limit of mfe-a is 5: make it smaller, or have a manager raise it by "settings mfe-a --files N"`,
  };
  expect(await put('six.js')).toEqual(refused);
  // Past the count of uploads, as another process would.
  await writeFile(join(folder, 'drafts', 'mfe-a', buildOf(1), 'six.js'), 'x');
  expect(await registry.publish(manager, 'mfe-a', buildOf(1))).toEqual(refused);
});

it('has a place again once a draft is published, and once one is a day old, after a start too', async () => {
  for (let build = 1; build <= 9; build += 1) done(await put('mfe-a', build));
  await upload(registry, 'mfe-a', buildOf(10), draftOf('mfe-a', buildOf(10)));
  done(await registry.publish(manager, 'mfe-a', buildOf(10)));
  done(await put('mfe-a', 11));
  const longAgo = new Date(now - 24 * hour);
  await utimes(join(folder, 'drafts', 'mfe-a', buildOf(1), 'entry.js'), longAgo, longAgo);
  const again = begin();
  const bytes = Buffer.from('x');
  done(await again.putFile(manager, 'mfe-a', buildOf(12), 'entry.js', bytes));
  expect(await draftsOf('mfe-a')).not.toContain(buildOf(1));
  expect(await again.putFile(manager, 'mfe-a', buildOf(13), 'entry.js', bytes)).toMatchObject(full);
});

it('deletes a refused draft ten minutes after somebody has added to it last', async () => {
  for (const build of [1, 2, 3]) done(await put('mfe-a', build));
  for (const build of [1, 2]) {
    const refused = await registry.publish(manager, 'mfe-a', buildOf(build));
    expect(refused).toMatchObject({ ok: false, code: 'unfit' });
  }
  now += 5 * 60_000;
  done(await put('mfe-a', 2));
  now += 4 * 60_000;
  expect(await sweep()).toEqual({ drafts: 0, bytes: 0 });
  now += 5 * 60_000;
  const look = done(await registry.gc(manager, { dryRun: true }));
  expect(look.drafts).toEqual({ drafts: 1, bytes: 1 });
  expect(await draftsOf('mfe-a')).toHaveLength(3);
  expect(await sweep()).toEqual({ drafts: 1, bytes: 1 });
  expect(await draftsOf('mfe-a')).toEqual([buildOf(2), buildOf(3)]);
  now += 5 * 60_000;
  expect(await sweep()).toEqual({ drafts: 1, bytes: 1 });
  expect(await draftsOf('mfe-a')).toEqual([buildOf(3)]);
});

it('deletes a draft that was too large, also if other files came after that', async () => {
  await setLimits({ bytes: 10 });
  const put = (path: string, bytes: number) =>
    registry.putFile(manager, 'mfe-a', buildOf(1), path, Buffer.alloc(bytes));
  done(await put('one.js', 5));
  expect(await put('two.js', 6)).toMatchObject({ ok: false, code: 'oversize' });
  done(await put('three.js', 5));
  now += hour;
  expect(await sweep()).toEqual({ drafts: 1, bytes: 10 });
});

it('deletes drafts at the age that a manager says, and never one that somebody adds to', async () => {
  await setLimits({ draftHours: 2 });
  for (const build of [1, 2]) done(await put('mfe-a', build));
  done(await put('mfe-b', 1));
  now += hour;
  done(await put('mfe-a', 2));
  now += 1.5 * hour;
  expect(await sweep()).toEqual({ drafts: 1, bytes: 1 });
  expect(await draftsOf('mfe-a')).toEqual([buildOf(2)]);
  expect(await draftsOf('mfe-b')).toEqual([buildOf(1)]);
});

it('does so by itself', async () => {
  const own = begin(10);
  done(await own.putFile(manager, 'mfe-a', buildOf(1), 'entry.js', Buffer.alloc(1_000)));
  now += 25 * hour;
  await vi.waitFor(async () => expect(await draftsOf('mfe-a')).toEqual([]), { timeout: 60_000 });
});
