import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFiles } from '@tallystick/store/copy-files.testing';
import { openStore, type Store } from '@tallystick/store/store';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { filesOnDisk } from '../files/disk.ts';
import { registryOver } from '../open.ts';
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
import { releaseStore } from '../store/definition.ts';
import type { Database } from '../store/schema.ts';

let folder: string;
let store: Store<Database>;
let registry: Registry;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-quota-'));
  copyFiles(inject('pgliteTemplate'), join(folder, 'releases'));
  const opened = await openStore<Database>(releaseStore, {
    DATA_DIR: folder,
    DATABASE_URL: undefined,
  });
  if (!opened.ok) throw new Error(opened.problem);
  store = opened.store;
  registry = begin();
});
afterEach(async () => {
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

const begin = () => registryOver({ store, files: filesOnDisk(folder), key: testKey });
const put = (app: string, build: number, actor = publisherOf(app)) =>
  registry.putFile(actor, app, buildOf(build), 'entry.js', Buffer.from('x'));
const full = { ok: false, code: 'limited', problem: expect.stringContaining('drafts') };

it('gives the drafts of one app ten places, and those of all a hundred', async () => {
  for (let build = 1; build <= 10; build += 1) done(await put('mfe-a', build));
  expect(await put('mfe-a', 11)).toMatchObject(full);
  done(await put('mfe-a', 10));
  for (let app = 1; app <= 90; app += 1) done(await put(`mfe-b${app}`, 1, manager));
  expect(await put('mfe-c', 1, manager)).toMatchObject(full);
  done(await put('mfe-b1', 1, manager));
});

it('bounds the bytes of the drafts of one app', async () => {
  const large = Buffer.alloc(20 * 1_048_576);
  const putLarge = (n: number) =>
    registry.putFile(manager, 'mfe-a', buildOf(1), `large-${n}.js`, large);
  for (let n = 1; n <= 30; n += 1) done(await putLarge(n));
  expect(await putLarge(31)).toMatchObject(full);
});

it('has a place again once a draft is published, and once one is a day old, after a start too', async () => {
  for (let build = 1; build <= 9; build += 1) done(await put('mfe-a', build));
  await upload(registry, 'mfe-a', buildOf(10), draftOf('mfe-a', buildOf(10)));
  done(await registry.publish(manager, 'mfe-a', buildOf(10)));
  done(await put('mfe-a', 11));
  const longAgo = new Date(Date.now() - 86_400_000);
  await utimes(join(folder, 'drafts', 'mfe-a', buildOf(1), 'entry.js'), longAgo, longAgo);
  const again = begin();
  const bytes = Buffer.from('x');
  done(await again.putFile(manager, 'mfe-a', buildOf(12), 'entry.js', bytes));
  expect(await readdir(join(folder, 'drafts', 'mfe-a'))).not.toContain(buildOf(1));
  expect(await again.putFile(manager, 'mfe-a', buildOf(13), 'entry.js', bytes)).toMatchObject(full);
});
