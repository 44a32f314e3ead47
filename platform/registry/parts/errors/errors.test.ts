import type { PageError } from '@tallystick/contract/page-error';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildOf,
  done,
  draftOf,
  manager,
  publisherOf,
  testKey,
  upload,
} from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { registryOver } from '../../src/registry-over.ts';
import type { Reporter } from '../../src/reports/reporter.ts';
import { type OpenedRegistry, testRegistries } from '../../src/store/test-registries.testing.ts';
import { errors } from './errors.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const day = 86_400_000;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A map that says: column 20 of line 1 is column 4 of a line, and called `sum`; lines are in VLQ. */
const mapTo = (line: string, source = '../src/total.tsx') =>
  JSON.stringify({ version: 3, sources: [source], names: ['sum'], mappings: `oBA${line}IA` });
const [line12, line30] = ['W', '6B'];

const openTestRegistry = testRegistries();
const options = { environment: { HEALTH_PER_NETWORK: 5 }, namesThem: false };
const parts = [errors.with(options)];
describe('errors of builds', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  let now: number;
  let tabs = 0;
  beforeEach(async () => {
    // A busy machine may take longer over a map than that may take.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    now = Date.UTC(2026, 10, 21);
    opened = await openTestRegistry({ parts, now: () => now });
    registry = opened.registry;
    await publish('shell', one);
    await publish('mfe-a', one, { 'entry.js.map': mapTo(line12) });
    await publish('mfe-a', two, { 'entry.js.map': mapTo(line30) });
    await promote({ shell: one, 'mfe-a': one });
  });
  afterEach(async () => {
    await registry.close();
    vi.restoreAllMocks();
  });

  async function publish(app: string, build: string, maps: Record<string, string> = {}) {
    const kind = app === 'shell' ? 'shell' : 'remote';
    await upload(registry, app, build, { ...draftOf(app, build, { kind }), ...maps });
    done(await registry.publish(manager, app, build));
  }
  async function promote(builds: Record<string, string>) {
    const at = (await registry.channel('production').current())?.revision ?? 0;
    const change = { kind: 'promote', builds, reason: 'because of this test' } as const;
    done(await registry.channel('production').change(manager, at, change));
  }
  function said(build: string, more: Partial<PageError> = {}): PageError {
    const frames = [`mfe-a/${build}/entry.js:1:21`];
    return { app: 'mfe-a', build, name: 'TypeError', message: 'no total', frames, ...more };
  }
  function hear(told: PageError[], reporter: Partial<Reporter> = {}) {
    tabs += 1;
    const who = {
      browser: `b${tabs}`,
      network: `n${tabs}`,
      bucket: 0,
      fresh: false,
      sampled: true,
    };
    const report = { tab: uuid(tabs), sequence: 1, channel: 'production', revision: 1 };
    const rest = { running: {}, loads: [], failures: [], leaving: false };
    registry.reports.take(
      { ...report, ...rest, errors: told },
      { ...who, served: null, ...reporter },
    );
  }
  const groups = async (build?: string) =>
    done(await errors.of(registry).read(manager, 'mfe-a', build));

  it('shows where in the source an error was thrown, and in how many browsers', async () => {
    hear([said(one)]);
    hear([said(one)]);
    expect(await groups()).toEqual([
      {
        fingerprint: expect.any(String),
        name: 'TypeError',
        message: 'no total',
        frames: [{ file: 'src/total.tsx', line: 12, column: 5, name: 'sum', own: true }],
        began: { build: one, at: '2026-11-21T00:00:00.000Z' },
        lastSeen: '2026-11-21T00:00:00.000Z',
        browsers: 2,
        reports: 2,
        builds: [
          {
            build: one,
            browsers: 2,
            firstSeen: '2026-11-21T00:00:00.000Z',
            lastSeen: '2026-11-21T00:00:00.000Z',
          },
        ],
      },
    ]);
  });

  it('has one group of the same error in two builds, which began in the first', async () => {
    hear([said(one, { message: "row 7 has no 'total'" })]);
    await groups();
    now += 40 * day;
    hear([said(two, { message: "row 12 has no 'sum'" })]);
    const [group, ...others] = await groups();
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      message: "row 12 has no 'sum'",
      frames: [{ line: 30 }],
      began: { build: one, at: '2026-11-21T00:00:00.000Z' },
      builds: [{ build: two }, { build: one }],
    });
    expect(await groups(two)).toHaveLength(1);
    expect(await groups(buildOf(3))).toEqual([]);
  });

  it("is for the app's own publishers, and for managers", async () => {
    expect(await errors.of(registry).read(publisherOf('mfe-a'), 'mfe-a')).toEqual({
      ok: true,
      value: [],
    });
    expect(await errors.of(registry).read(publisherOf('mfe-b'), 'mfe-a')).toMatchObject({
      code: 'forbidden',
    });
  });

  it('says on the board how many groups began in the live build', async () => {
    hear([said(one), said(one, { message: 'another' }), said(two, { message: 'elsewhere' })]);
    await groups();
    hear([said(one)]);
    const board = await registry.channel('production').board();
    expect(board.errors).toEqual({ 'mfe-a': 2 });
    // It is the error that the most browsers had.
    expect(board.thrown).toEqual([
      { app: 'mfe-a', build: one, message: 'no total', place: 'src/total.tsx:12' },
    ]);
    now += 1_000;
    await promote({ 'mfe-a': two });
    expect((await registry.channel('production').board()).errors).toEqual({});
  });

  it('tells people once of what is new in a build that is given out, ten times a day', async () => {
    const notices = async () =>
      (await opened.store.db.selectFrom('notice').select('body').orderBy('id').execute()).map(
        ({ body }) => body,
      );
    hear([said(two)]);
    await groups();
    expect(await notices()).toEqual([]);
    hear([said(one, { message: 'new' })]);
    hear([said(one, { message: 'new' })]);
    await groups();
    expect(await notices()).toMatchObject([
      {
        kind: 'error',
        channel: 'production',
        app: 'mfe-a',
        build: one,
        text: 'New in mfe-a 0000000: TypeError: new at src/total.tsx:12. See: release errors mfe-a',
        error: { message: 'new', place: { line: 12 } },
      },
    ]);
    for (const letter of 'abcdefghijkl') hear([said(one, { message: `of ${letter}` })]);
    await groups();
    expect(await notices()).toHaveLength(10);
  });

  it('tells people of it although it could not the first time', async () => {
    const { db } = opened.store;
    await sql`alter table notice add constraint fails check (false) not valid`.execute(db);
    hear([said(one)]);
    await groups().catch(() => {});
    await sql`alter table notice drop constraint fails`.execute(db);
    await groups();
    expect(await db.selectFrom('notice').select('body').execute()).toMatchObject([
      { body: { kind: 'error', app: 'mfe-a', build: one } },
    ]);
  });

  it('shows the others while a map cannot be read, and that error once it can', async () => {
    const { artifacts } = opened.files;
    const { read } = artifacts;
    let fails = true;
    artifacts.read = async (...place) => {
      if (fails && place[1] === one) throw new Error('the bucket does not give it');
      return await read(...place);
    };
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      hear([said(one, { message: `of ${letter}` })]);
    }
    await registry.channel('production').board();
    now += 1_000;
    hear([said(two)]);
    expect(await groups()).toMatchObject([{ message: 'no total', frames: [{ line: 30 }] }]);
    fails = false;
    expect(await groups()).toHaveLength(27);
  });

  it('scrubs what a page has not', async () => {
    hear([said(one, { message: 'no account for ann@example.org\u0000\ud800' })]);
    expect((await groups())[0]?.message).toBe('no account for … \ufffd');
  });

  it('shows an error as it was reported if there is no map, or it is not what was published', async () => {
    hear([said(one)]);
    await opened.files.artifacts.write('mfe-a', one, 'entry.js.map', Buffer.from(mapTo(line30)));
    expect((await groups())[0]?.frames).toEqual([
      { file: 'entry.js', line: 1, column: 21, name: null, own: false },
    ]);
  });

  it('counts browsers as health does: each once a day, and few of one network', async () => {
    for (let n = 0; n < 3; n += 1) hear([said(one)], { browser: 'same', network: 'home' });
    for (let n = 0; n < 9; n += 1) hear([said(one)], { network: 'office' });
    hear([said(one)], { sampled: false });
    expect((await groups())[0]).toMatchObject({ browsers: 6, reports: 12 });
    hear([said(one)], { browser: 'same', network: 'home' });
    expect((await groups())[0]).toMatchObject({ browsers: 6, reports: 13 });
    now += day;
    hear([said(one)], { browser: 'same', network: 'home' });
    expect((await groups())[0]).toMatchObject({ browsers: 7 });
  });

  it('lets one network fill no more than its own budget', async () => {
    hear([said(one, { message: 'a real one' })]);
    await groups();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 100; n += 1) {
        const message = `forged ${'abcdefghij'[n % 10]} ${'abcdefghij'[Math.floor(n / 10)]} ${'xyz'[round]}`;
        hear([said(one, { message })], { network: 'one' });
      }
      await groups();
    }
    const all = await groups();
    expect(all).toHaveLength(21);
    expect(all.some(({ message }) => message === 'a real one')).toBe(true);
  });

  it('lets an app that fails often take nothing from another one of the same network', async () => {
    await publish('mfe-b', one);
    const missed = async (app: string) => done(await errors.of(registry).missed(manager, app));
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      hear([said(one, { message: `of ${letter}` })], { network: 'office' });
    }
    await groups();
    hear([said(one, { message: 'of b' }), said(one, { message: 'one more' })], {
      network: 'office',
    });
    hear([said(one, { app: 'mfe-b', frames: [] })], { network: 'office' });
    expect(await groups()).toHaveLength(20);
    expect(done(await errors.of(registry).read(manager, 'mfe-b'))).toHaveLength(1);
    expect(await missed('mfe-a')).toEqual({ errors: 7 });
    expect(await missed('mfe-b')).toEqual({ errors: 0 });
  });

  it('counts an error as missed until it is kept, and for those who may read the others', async () => {
    const { missed } = errors.of(registry);
    for (const letter of 'abcdefghijklmnopqrstu') {
      hear([said(one, { message: `of ${letter}` })], { network: 'office' });
    }
    expect(done(await missed(manager, 'mfe-a', one))).toEqual({ errors: 1 });
    expect(done(await missed(manager, 'mfe-a', two))).toEqual({ errors: 0 });
    hear([said(one, { message: 'of u' })], { network: 'home' });
    expect(done(await missed(publisherOf('mfe-a'), 'mfe-a'))).toEqual({ errors: 0 });
    expect(await missed(publisherOf('mfe-b'), 'mfe-a')).toMatchObject({ code: 'forbidden' });
  });

  it('keeps the 200 errors of an app that were seen last, of builds that were published', async () => {
    hear([said(buildOf(9))]);
    for (let n = 0; n < 210; n += 1) {
      const message = `of ${[...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join(' ')}`;
      now += 1;
      hear([said(one, { message })]);
      if (n % 50 === 49) await registry.channel('production').board();
    }
    expect(await groups()).toHaveLength(200);
    expect(await groups(buildOf(9))).toEqual([]);
    const { rows } = await sql<{ n: number }>`select count(*) as n from page_error`.execute(
      opened.store.db,
    );
    expect(rows).toEqual([{ n: 200 }]);
  });

  it('can be read while what pages say cannot be written', async () => {
    hear([said(one)]);
    await groups();
    const { db } = opened.store;
    await sql`alter table page_error add constraint fails check (false) not valid`.execute(db);
    hear([said(one, { message: 'another' })]);
    expect(await groups()).toMatchObject([{ message: 'no total', reports: 1 }]);
    await sql`alter table page_error drop constraint fails`.execute(db);
  });

  it('loses nothing when two servers write what they were told in opposite orders', async () => {
    const rounds = 30;
    const builds = Array.from({ length: 20 }, (_, n) => buildOf(n + 10));
    for (const build of builds) await publish('mfe-b', build);
    const { store, files } = opened;
    const second = registryOver({
      store: { ...store, close: async () => {} },
      ...{ files, key: testKey, now: () => now, parts: [errors.with(options)] },
    });
    const tell = (server: Registry, tab: number, sequence: number, ordered: readonly string[]) => {
      const network = `network-${tab}`;
      const reporter = {
        network,
        browser: `${network}-${sequence}`,
        bucket: 0,
        fresh: false,
        sampled: true,
      };
      const all = ordered.map((build) => ({ app: 'mfe-b', build, name: 'Error', message: 'no' }));
      server.reports.take(
        {
          ...{ tab: uuid(tab), sequence, channel: 'production', revision: 1, leaving: false },
          ...{ running: {}, loads: [], failures: [] },
          errors: all.map((each) => ({ ...each, frames: [] })),
        },
        { ...reporter, served: null },
      );
    };
    for (let round = 1; round <= rounds; round += 1) {
      tell(registry, 81, round, builds);
      tell(second, 82, round, builds.toReversed());
      await Promise.all([
        registry.channel('production').board(),
        second.channel('production').board(),
      ]);
    }
    const found = done(await errors.of(registry).read(manager, 'mfe-b'));
    expect(found).toMatchObject([{ reports: builds.length * 2 * rounds }]);
    await second.close();
  });
});
