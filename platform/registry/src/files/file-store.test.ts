import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tallystick/store/free-ports.testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegistry } from '../open.ts';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import { testRegistries } from '../store/test-registries.testing.ts';
import { credentials, startBucket } from './bucket.testing.ts';
import { filesOnDisk } from './disk.ts';
import type { FileStore, FileStores } from './file-store.ts';
import { openFiles } from './open-files.ts';
import { filesInBucket } from './s3.ts';
import { namesAtOnce, type StrictStore } from './strict-store.testing.ts';

const one = buildOf(1);
const bytes = (text: string) => new TextEncoder().encode(text);

let folder: string;
let strict: StrictStore;
let endpoint: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-files-'));
  strict = await startBucket(join(folder, 's3'));
  endpoint = strict.endpoint;
});
afterAll(async () => {
  await strict.close();
  await rm(folder, { recursive: true });
});

const inBucket = (of = 'of/house') =>
  filesInBucket({ bucket: `${endpoint}/bucket`, folder: of, ...credentials });
const places: [string, () => FileStores][] = [
  ['on disk', () => filesOnDisk(join(folder, 'disk'))],
  ['in an S3-compatible store', () => inBucket()],
];

describe.each(places)('files %s', (_where, open) => {
  let files: FileStores;
  beforeAll(() => {
    files = open();
  });
  const text = async (store: FileStore, app: string, path: string) => {
    const found = await store.read(app, one, path);
    return found === null ? null : new TextDecoder().decode(found);
  };

  it('are read as they were written, by app, build and path', async () => {
    const all = new Uint8Array(Array.from({ length: 256 * 300 }, (_, n) => n % 256));
    await files.artifacts.write('mfe-a', one, 'all.bin', all);
    await files.artifacts.write('mfe-a', one, 'd/e/p+(1)~=,@[x].js', bytes('deep'));
    await files.artifacts.write('mfe-a', buildOf(2), 'other.js', bytes('other'));
    const read = await files.artifacts.read('mfe-a', one, 'all.bin');
    expect(Buffer.compare(read ?? new Uint8Array(), all)).toBe(0);
    expect(await text(files.artifacts, 'mfe-a', 'd/e/p+(1)~=,@[x].js')).toBe('deep');
    expect(await files.artifacts.list('mfe-a', one)).toEqual(['all.bin', 'd/e/p+(1)~=,@[x].js']);
    expect(await files.artifacts.read('mfe-a', one, 'none')).toBeNull();
    expect(await files.artifacts.read('mfe-a', one, 'all.bin/none')).toBeNull();
    expect(await files.artifacts.list('mfe-z', one)).toEqual([]);
    expect(await files.drafts.list('mfe-a', one)).toEqual([]);
  });

  it('of drafts are overwritten, kept ones never', async () => {
    await files.drafts.write('mfe-b', one, 'a.js', bytes('first'));
    await files.drafts.write('mfe-b', one, 'a.js', bytes('second'));
    expect(await text(files.drafts, 'mfe-b', 'a.js')).toBe('second');
    expect(await files.artifacts.keep('mfe-b', one, 'a.js', bytes('first'))).toBe(true);
    expect(await files.artifacts.keep('mfe-b', one, 'a.js', bytes('second'))).toBe(false);
    expect(await files.artifacts.keep('mfe-b', one, 'a.js', bytes('first'))).toBe(true);
    expect(await text(files.artifacts, 'mfe-b', 'a.js')).toBe('first');
    await files.artifacts.settle('mfe-b', one);
  });

  it('are removed with their build, and told of with their age', async () => {
    for (let n = 0; n < 20; n += 1) {
      await files.drafts.write('mfe-c', one, `d${n % 3}/${n}.js`, bytes('x'));
    }
    await files.drafts.write('mfe-c', buildOf(2), 'a.js', bytes('x'));
    const builds = async () => (await files.drafts.all()).filter(({ app }) => app === 'mfe-c');
    expect((await builds()).map(({ build }) => build).sort()).toEqual([one, buildOf(2)]);
    for (const { changedAt } of await builds()) {
      expect(Math.abs(changedAt - Date.now())).toBeLessThan(3_600_000);
    }
    await files.drafts.remove('mfe-c', one);
    await files.drafts.remove('mfe-c', one);
    expect(await files.drafts.list('mfe-c', one)).toEqual([]);
    expect((await builds()).map(({ build }) => build)).toEqual([buildOf(2)]);
  });
});

it('keeps in a bucket what is there, also if it came from another server just now', async () => {
  const { artifacts } = inBucket('two');
  await artifacts.keep('mfe-a', one, 'a.js', bytes('first'));
  strict.hideNext();
  expect(await artifacts.keep('mfe-a', one, 'a.js', bytes('second'))).toBe(false);
  strict.hideNext();
  expect(await artifacts.keep('mfe-a', one, 'a.js', bytes('first'))).toBe(true);
  const kept = (await artifacts.read('mfe-a', one, 'a.js')) ?? new Uint8Array();
  expect(new TextDecoder().decode(kept)).toBe('first');
});

it('keeps in a bucket what another server began to write just now, and did not', async () => {
  const { artifacts } = inBucket('conflict');
  strict.conflictNext();
  expect(await artifacts.keep('mfe-a', one, 'a.js', bytes('first'))).toBe(true);
});

it('is refused by a bucket with another secret', async () => {
  const { artifacts } = filesInBucket({
    bucket: `${endpoint}/bucket`,
    folder: '',
    ...credentials,
    secretAccessKey: 'wrong',
  });
  await expect(artifacts.read('mfe-a', one, 'a.js')).rejects.toThrow('403 SignatureDoesNotMatch');
});

it('keeps one of several contents that come at once, whole', async () => {
  const { artifacts } = filesOnDisk(join(folder, 'race'));
  const contents = Array.from({ length: 8 }, (_, n) => String(n).repeat(100_000));
  const kept = await Promise.all(
    contents.map((content) => artifacts.keep('mfe-a', one, 'a.js', bytes(content))),
  );
  const read = new TextDecoder().decode(
    (await artifacts.read('mfe-a', one, 'a.js')) ?? new Uint8Array(),
  );
  expect(contents.filter((_, n) => kept[n])).toEqual([read]);
  expect(await readdir(join(folder, 'race', 'artifacts', '.writing'))).toEqual([]);
});

it('writes into a folder that somebody removes meanwhile', async () => {
  const { drafts } = filesOnDisk(join(folder, 'removed'));
  let writing = true;
  const removing = (async () => {
    while (writing) await drafts.remove('mfe-a', one);
  })();
  for (let n = 0; n < 100; n += 1) await drafts.write('mfe-a', one, `d/e/${n}.js`, bytes('x'));
  writing = false;
  await removing;
});

it('lists more objects than come in one answer', async () => {
  const { drafts } = inBucket('many');
  const paths = Array.from({ length: 2 * namesAtOnce + 5 }, (_, n) => `part-${n}.js`);
  await Promise.all(paths.map((path) => drafts.write('mfe-a', one, path, bytes('x'))));
  expect(await drafts.list('mfe-a', one)).toEqual(paths.sort());
});

it('says what the store has answered, and nothing of a credential', async () => {
  const { artifacts } = filesInBucket({
    bucket: `${endpoint}/none`,
    folder: '',
    ...credentials,
  });
  await expect(artifacts.write('mfe-a', one, 'a.js', bytes('x'))).rejects.toThrow(
    `the artifact store answered 404 NoSuchBucket to PUT artifacts/mfe-a/${one}/a.js`,
  );
});

it('a registry does not open over a bucket that it cannot read', async () => {
  const open = (bucket: string, at = endpoint) =>
    openRegistry({
      DATA_DIR: join(folder, 'unread'),
      ARTIFACTS_URL: `s3://${bucket}?endpoint=${at}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    });
  expect(await open('another')).toEqual({
    ok: false,
    problem:
      'The bucket of ARTIFACTS_URL cannot be read: the artifact store answered 404 NoSuchBucket to list artifacts/none/none/.',
  });
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await open('bucket', nobody)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(
      /^The bucket of ARTIFACTS_URL cannot be read: connect ECONNREFUSED/,
    ),
  });
});

describe('the place of files', () => {
  const DATA_DIR = join(tmpdir(), 'none');
  it('is the data folder, or the bucket that the environment names', () => {
    expect(openFiles({ DATA_DIR }).ok).toBe(true);
    expect(
      openFiles({
        DATA_DIR,
        ARTIFACTS_URL: `s3://bucket/a/b?endpoint=${endpoint}`,
        AWS_ACCESS_KEY_ID: 'id',
        AWS_SECRET_ACCESS_KEY: 'secret',
      }).ok,
    ).toBe(true);
  });

  it('needs credentials', () => {
    expect(openFiles({ DATA_DIR, ARTIFACTS_URL: `s3://bucket?endpoint=${endpoint}` })).toEqual({
      ok: false,
      problem: 'ARTIFACTS_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    });
  });
});

const openTestRegistry = testRegistries();
it('a registry publishes and collects in an S3-compatible store', async () => {
  let now = Date.now();
  const files = inBucket('registry');
  const { registry } = await openTestRegistry({ files, now: () => now });
  const build = buildOf(Math.floor(performance.now()));
  await publish(registry, 'mfe-a', build, { files: { 'd/part.js': 'part' } });
  const paths = ['d/part.js', 'entry.js', 'entry.json', 'mf-manifest.json'];
  expect(await registry.files.list('mfe-a', build)).toEqual(paths);
  expect(await files.drafts.list('mfe-a', build)).toEqual([]);
  now += 2 * 86_400_000;
  const { deleted } = done(await registry.gc(manager, { dryRun: false }));
  expect(deleted).toMatchObject([{ app: 'mfe-a', build }]);
  expect(await registry.files.list('mfe-a', build)).toEqual([]);
  expect(await registry.audit.verify()).toMatchObject({ ok: true });
  await registry.close();
});
