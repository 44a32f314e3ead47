import { setImmediate } from 'node:timers/promises';
import type { TabReport } from '@tallystick/contract/release-news';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../src/contract/channel.ts';
import {
  buildOf,
  done,
  manager,
  publish,
  publisherOf,
  testKey,
} from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { registryOver } from '../../src/registry-over.ts';
import type { Reporter } from '../../src/reports/reporter.ts';
import {
  never,
  type OpenedRegistry,
  testRegistries,
} from '../../src/store/test-registries.testing.ts';
import { health as healthPart } from './health.ts';
import { type HealthSettings, onlyCounting } from './settings.ts';

const [one, two, three] = [buildOf(1), buildOf(2), buildOf(3)];
const reason = 'because of this test';
const minute = 60_000;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const health = { ...onlyCounting, mode: 'act' } as const;

const openTestRegistry = testRegistries();
describe('the registry', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  let now = Date.UTC(2026, 10, 21);
  let tabs = 0;
  let channel = '';
  beforeAll(async () => {
    opened = await openTestRegistry({
      now: () => now,
      parts: [healthPart.with({ rule: health })],
    });
    registry = opened.registry;
    await publish(registry, 'shell', one, { kind: 'shell' });
    for (const app of ['mfe-a', 'mfe-b', 'mfe-c']) {
      for (const [at, build] of [one, two, three].entries()) {
        await publish(registry, app, build, { commit: `${at + 1}`.repeat(40) });
      }
    }
  });
  afterAll(() => registry.close());
  beforeEach(async () => {
    // A channel of its own for each test, and none of what others said lately.
    channel = `c${now % 1_000_003}`;
    now += 3 * 60 * minute;
    await promote({ shell: one, 'mfe-a': one, 'mfe-b': one, 'mfe-c': one });
  });

  async function change(what: Change): Promise<void> {
    now += 1_000;
    const current = await registry.channel(channel).current();
    done(await registry.channel(channel).change(manager, current?.revision ?? 0, what));
  }
  const promote = (builds: Record<string, string>) => change({ kind: 'promote', builds, reason });
  const canary = (builds: Record<string, string>, percent = 10) =>
    change({ kind: 'canary', builds, percent, reason });
  const current = async () => {
    const revision = await registry.channel(channel).current();
    if (revision === null) throw new Error('nothing is released');
    return revision;
  };
  const newest = async () => (await current()).revision;

  /** What browsers say of a build: in how many it ran, in how many of these it failed. */
  function hear(
    app: string,
    build: string,
    [browsers, failed]: [number, number],
    {
      first = 0,
      of = (n) => ({ network: `net-${n}` }),
      kind = 'render',
    }: {
      first?: number;
      of?: (n: number) => Partial<Reporter>;
      kind?: TabReport['failures'][number]['kind'];
    } = {},
  ): void {
    for (let n = first; n < first + browsers; n += 1) {
      tabs += 1;
      const failures = n - first < failed ? [{ app, build, kind }] : [];
      const reporter: Reporter = {
        browser: `browser-${n}`,
        network: '',
        bucket: n,
        fresh: false,
        sampled: true,
        served: { app, builds: new Set([`${app}@${build}`]) },
        ...of(n),
      };
      const state = { running: {}, loads: [{ app, build, took: 100 }], failures, leaving: false };
      registry.reports.take(
        { tab: uuid(tabs), sequence: 1, channel, revision: 1, ...state },
        reporter,
      );
    }
  }
  /** The build before has run well for a while, then the next one is promoted. */
  async function wellThen(builds: Record<string, string>): Promise<void> {
    for (const app of Object.keys(builds)) hear(app, one, [40, 0]);
    await healthPart.of(registry).judge();
    now += 11 * minute;
    await promote(builds);
    now += 5_000;
  }
  const left = async () => (await registry.channel(channel).board()).left;
  /** Another process over the same store. */
  function beside(more: Partial<HealthSettings> = {}, log = (_line: string) => {}): Registry {
    const { store, files } = opened;
    return registryOver({
      store: { ...store, close: async () => {} },
      files,
      key: testKey,
      now: () => now,
      parts: [healthPart.with({ rule: { ...health, ...more } })],
      watchPace: never,
      log,
    });
  }

  describe('times', () => {
    /** New browsers of a build, each of a network of its own if not said otherwise, whose pages took so long. */
    function measure(
      build: string,
      browsers: number,
      lcp: number,
      { first, of }: { first: number; of?: (n: number) => Partial<Reporter> },
    ): void {
      for (let n = first; n < first + browsers; n += 1) {
        tabs += 1;
        const reporter: Reporter = {
          ...{ browser: `new-${n}`, network: `net-${n}`, bucket: n, fresh: true, sampled: true },
          served: { app: 'mfe-a', builds: new Set([`mfe-a@${build}`]) },
          ...of?.(n),
        };
        const said = { running: { 'mfe-a': build }, loads: [], failures: [], leaving: true };
        registry.reports.take(
          { tab: uuid(tabs), sequence: 1, channel, revision: 1, ...said, vitals: { lcp } },
          reporter,
        );
      }
    }
    beforeEach(async () => {
      await canary({ 'mfe-a': two }, 50);
      now += 5_000;
    });
    const canaries = async () => (await current()).canaries;

    it('of a canary that is 20 % slower pause it, and history says by how much', async () => {
      measure(one, 60, 1_000, { first: 0 });
      measure(two, 60, 1_200, { first: 100 });
      await healthPart.of(registry).judge();
      const revision = await current();
      expect(revision.canaries).toEqual({});
      expect(revision.reason).toMatch(
        /LCP 1,218 ms at the 75th percentile of 60 browsers .* 1,024 ms of 60/,
      );
      expect(revision.verdict).toMatchObject({ failed: 0, slow: { measure: 'lcp', networks: 60 } });
    });

    it('of a canary that is as fast say nothing, nor what one network, or earlier visitors, say', async () => {
      measure(one, 60, 1_000, { first: 0 });
      measure(two, 60, 1_000, { first: 100 });
      measure(two, 100, 9_000, { first: 200, of: () => ({ network: 'one' }) });
      measure(two, 100, 9_000, { first: 300, of: () => ({ fresh: false }) });
      const elsewhere = { app: 'mfe-b', builds: new Set([`mfe-b@${one}`]) };
      measure(two, 100, 9_000, { first: 400, of: () => ({ served: elsewhere }) });
      await healthPart.of(registry).judge();
      expect(await canaries()).toMatchObject({ 'mfe-a': { build: two } });
    });

    it('count once for each browser, the first ones', async () => {
      measure(one, 60, 1_000, { first: 0 });
      measure(two, 60, 1_000, { first: 100 });
      await healthPart.of(registry).judge();
      for (let turn = 0; turn < 3; turn += 1) measure(two, 60, 9_000, { first: 100 });
      await healthPart.of(registry).judge();
      expect(await canaries()).toMatchObject({ 'mfe-a': { build: two } });
    });

    it('are left to people where other browsers get the canary than were asked for', async () => {
      now += 40_000;
      measure(one, 10, 1_000, { first: 0 });
      measure(two, 90, 1_500, { first: 100 });
      await healthPart.of(registry).judge();
      expect(await canaries()).toMatchObject({ 'mfe-a': { build: two } });
      const split = { asked: 50, came: 90, networks: 100 };
      const { canaryComparisons } = await registry.channel(channel).board();
      expect(canaryComparisons).toMatchObject([{ app: 'mfe-a', build: two, live: one, split }]);
      expect(await left()).toMatchObject([
        { app: 'mfe-a', text: expect.stringMatching(/the split is broken: 50 % asked, 90 % came/) },
      ]);
    });
  });

  describe('pages that began', () => {
    let pages = 0;
    /** Each in a browser and a network of its own; answers their names. */
    function begin(build: string, many: number, sampled = true): string[] {
      return Array.from({ length: many }, (_, n) => {
        pages += 1;
        const page = `page ${pages}`;
        const reporter = {
          browser: `browser-${n}`,
          network: `net-${n}`,
          bucket: n,
          fresh: false,
          sampled,
        };
        registry.reports.pageBegan(
          { page, channel, app: 'mfe-a', build },
          { ...reporter, served: null },
        );
        return page;
      });
    }
    const isCanary = async () => (await current()).canaries['mfe-a']?.build === two;
    const judgeAfter = async (milliseconds: number) => {
      await healthPart.of(registry).judge();
      now += milliseconds;
      await healthPart.of(registry).judge();
    };

    it('and never ended are failures: their canary is paused', async () => {
      await canary({ 'mfe-a': two }, 50);
      hear('mfe-a', one, [40, 0], { first: 100 });
      begin(two, 12);
      await judgeAfter(29_000);
      expect(await isCanary()).toBe(true);
      await judgeAfter(2_000);
      expect(await current()).toMatchObject({
        canaries: {},
        by: 'the registry',
        verdict: { app: 'mfe-a', build: two, failed: 12, kinds: { boot: 12 } },
      });
    });

    it('and run are none', async () => {
      await canary({ 'mfe-a': two }, 50);
      hear('mfe-a', one, [40, 0], { first: 100 });
      for (const page of begin(two, 12)) registry.reports.pageRuns(page);
      await judgeAfter(31_000);
      expect(await isCanary()).toBe(true);
    });

    it.each(['sooner', 'later'])(
      'and run are none where another server hears of them %s',
      async (when) => {
        await canary({ 'mfe-a': two }, 50);
        hear('mfe-a', one, [40, 0], { first: 100 });
        const other = beside();
        const coming = Array.from({ length: 12 }, (_, n) => `page ${pages + 1 + n}`);
        const say = async () => {
          for (const page of coming) other.reports.pageRuns(page);
          await other.channel(channel).board();
        };
        if (when === 'sooner') await say();
        expect(begin(two, 12)).toEqual(coming);
        await registry.channel(channel).board();
        if (when === 'later') await say();
        await judgeAfter(31_000);
        expect(await isCanary()).toBe(true);
        await other.close();
      },
    );

    it('are none outside the share of browsers that counts, nor after the registry was away', async () => {
      await canary({ 'mfe-a': two }, 50);
      hear('mfe-a', one, [40, 0], { first: 100 });
      begin(two, 12, false);
      await judgeAfter(31_000);
      begin(two, 12);
      await judgeAfter(2 * minute);
      expect(await isCanary()).toBe(true);
    });

    it('of one network count as its browsers do', async () => {
      await canary({ 'mfe-a': two }, 50);
      hear('mfe-a', one, [40, 0], { first: 100 });
      for (let n = 0; n < 40; n += 1) {
        registry.reports.pageBegan(
          { page: `forged ${n}`, channel, app: 'mfe-a', build: two },
          {
            browser: `b${n}`,
            network: 'one',
            bucket: n,
            fresh: false,
            sampled: true,
            served: null,
          },
        );
      }
      await judgeAfter(31_000);
      expect(await isCanary()).toBe(true);
    });
  });

  it.each([0, 1, 2, 4, 8, 16])(
    'judges what was reported before it was asked, however far its last look is (%i)',
    async (turns) => {
      await wellThen({ 'mfe-a': two });
      const before = healthPart.of(registry).judge();
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      hear('mfe-a', two, [20, 12]);
      await healthPart.of(registry).judge();
      expect(await newest()).toBe(3);
      await before;
    },
  );

  it.each(['tab', 'health_kept'])(
    'judges by what could be written where other news could not (%s)',
    async (table) => {
      await wellThen({ 'mfe-a': two });
      const { db } = opened.store;
      const change = (rest: string) => sql.raw(`alter table ${table} ${rest}`).execute(db);
      await change('add constraint fails check (false) not valid');
      hear('mfe-a', two, [20, 20]);
      await expect(healthPart.of(registry).judge()).rejects.toThrow('fails');
      await change('drop constraint fails');
      expect((await current()).builds['mfe-a']).toBe(one);
    },
  );

  it('rolls a live build back that fails, with the figures in history and the log', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [20, 12]);
    await healthPart.of(registry).judge();
    expect(await current()).toMatchObject({
      revision: 3,
      kind: 'recall',
      by: 'the registry',
      builds: { shell: one, 'mfe-a': one, 'mfe-b': one },
      recalled: [{ app: 'mfe-a', build: two }],
      reason: expect.stringMatching(
        `^mfe-a 2222222 failed in 12 of 20 browsers \\(12 networks; render 12\\) within 5 s; earlier 1111111 in 0 of 40; by luck alone`,
      ),
      verdict: {
        ...{ app: 'mfe-a', build: two, browsers: 20, failed: 12, networks: 12 },
        against: { what: 'kept', build: one, browsers: 40, failed: 0 },
      },
    });
    const [link] = await registry.audit.entries({ limit: 1 });
    expect(link).toMatchObject({
      action: 'change',
      by: 'the registry',
      detail: { revision: { verdict: { failed: 12 } } },
    });
    expect(await registry.audit.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('lets an app fall back to the last build that worked, over a bad one and its bad mend', async () => {
    const fallback = async () => (await current()).fallbacks?.['mfe-a'];
    await wellThen({ 'mfe-a': two });
    expect(await fallback()).toBe(one);
    hear('mfe-a', two, [4, 3]);
    await healthPart.of(registry).judge();
    await promote({ 'mfe-a': three });
    expect(await fallback()).toBe(one);
    // Long after, when nobody has that build any more.
    now += 90 * minute;
    hear('mfe-a', three, [2, 0]);
    await promote({ 'mfe-b': two });
    expect(await fallback()).toBe(one);
  });

  it('goes back from the bad mend of a bad build to the last one that worked, and says so', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [4, 3]);
    await healthPart.of(registry).judge();
    await promote({ 'mfe-a': three });
    const { before } = await registry.channel(channel).board();
    expect(before['mfe-a']).toBe(one);
    const back = { kind: 'rollback' as const, apps: ['mfe-a'], recall: true, reason };
    const ask = async (to: Record<string, string>) =>
      done(
        await registry.channel(channel).request(manager, { change: { ...back, to }, dryRun: true }),
      );
    const fact = 'mfe-a 2222222 did not work in most browsers that had it';
    expect(await ask({})).toMatchObject({
      revision: { builds: { 'mfe-a': one } },
      notes: [`${fact}: it is passed over.`],
    });
    expect(await ask({ 'mfe-a': two })).toMatchObject({
      revision: { builds: { 'mfe-a': two } },
      notes: [`${fact}.`],
    });
    // Where no build works, it is the nearest one.
    hear('mfe-a', one, [90, 90], { first: 200 });
    await healthPart.of(registry).judge();
    expect(await ask({})).toMatchObject({
      revision: { builds: { 'mfe-a': two } },
      notes: [`${fact}.`],
    });
  });

  it('lets an app fall back to the build before where most browsers had no trouble', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [4, 2]);
    await healthPart.of(registry).judge();
    await promote({ 'mfe-a': three });
    expect((await current()).fallbacks?.['mfe-a']).toBe(two);
  });

  it('leaves a build alone that is not worse, or of which too little is known', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [9, 9]);
    await healthPart.of(registry).judge();
    hear('mfe-a', two, [60, 0], { first: 100 });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
    // The window ends: what was said before counts no more.
    now += 11 * minute;
    hear('mfe-a', two, [60, 3], { first: 200 });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
  });

  it('counts a browser that fails again after the window in which it failed before', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [9, 9]);
    await healthPart.of(registry).judge();
    now += 11 * minute;
    hear('mfe-a', two, [20, 12]);
    await healthPart.of(registry).judge();
    expect(await current()).toMatchObject({
      revision: 3,
      verdict: { app: 'mfe-a', build: two, browsers: 20, failed: 12 },
    });
  });

  it('does so once in a row; then a person has to have changed the app', async () => {
    await wellThen({ 'mfe-a': two });
    await promote({ 'mfe-a': three });
    now += 5_000;
    hear('mfe-a', three, [20, 20]);
    await healthPart.of(registry).judge();
    expect((await current()).builds['mfe-a']).toBe(two);
    now += 5_000;
    hear('mfe-a', two, [20, 20]);
    await healthPart.of(registry).judge();
    await healthPart.of(registry).judge();
    expect((await current()).builds['mfe-a']).toBe(two);
    expect(await left()).toMatchObject([
      { kind: 'left', app: 'mfe-a', build: two, text: expect.stringContaining("registry's own") },
    ]);
    // It was something else, and is over; so what comes next is worse than it.
    now += 11 * minute;
    hear('mfe-a', two, [100, 0], { first: 100 });
    await healthPart.of(registry).judge();
    await change({ kind: 'unhold', apps: ['mfe-a'], reason });
    await promote({ 'mfe-a': three });
    now += 5_000;
    hear('mfe-a', three, [20, 20], { first: 50 });
    await healthPart.of(registry).judge();
    expect((await current()).builds['mfe-a']).toBe(two);
  });

  it.each<[string, string, () => Promise<void>]>([
    [
      'is locked',
      'is locked by Ann: see the incident',
      async () =>
        void done(await registry.channel(channel).lock(manager, 'mfe-a', 'see the incident')),
    ],
    [
      'was gone back to',
      'somebody went back to',
      async () => {
        await promote({ 'mfe-a': three });
        await change({ kind: 'rollback', apps: ['mfe-a'], to: {}, recall: false, reason });
      },
    ],
    [
      'went well for a day',
      'so it may be something else',
      async () => {
        now += 25 * 60 * minute;
      },
    ],
  ])('tells people of a build that %s, once, and leaves it', async (_what, why, before) => {
    await wellThen({ 'mfe-a': two });
    await before();
    now += 5_000;
    const revision = await newest();
    hear('mfe-a', two, [20, 20]);
    await healthPart.of(registry).judge();
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(revision);
    expect(await left()).toMatchObject([{ text: expect.stringContaining(why) }]);
    // It stays on the board for as long as it is so, and a window longer.
    now += 9 * minute;
    hear('mfe-a', two, [20, 20]);
    await healthPart.of(registry).judge();
    now += 9 * minute;
    expect(await left()).toHaveLength(1);
    now += 2 * minute;
    expect(await left()).toEqual([]);
  });

  it('tells people where there is nothing to go back to', async () => {
    hear('mfe-a', one, [20, 20]);
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(1);
    const [notice] = await left();
    expect(notice?.text).toContain('there is no build of mfe-a to go back to');
  });

  it('takes back a whole release set, or nothing of it', async () => {
    await wellThen({ 'mfe-a': two, 'mfe-b': two });
    hear('mfe-a', two, [20, 20]);
    await healthPart.of(registry).judge();
    expect(await current()).toMatchObject({
      revision: 3,
      builds: { 'mfe-a': one, 'mfe-b': one, 'mfe-c': one },
    });
    await promote({ 'mfe-a': three, 'mfe-b': three });
    await change({ kind: 'unhold', apps: ['mfe-b'], reason });
    await promote({ 'mfe-b': two });
    now += 5_000;
    hear('mfe-a', three, [20, 20]);
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(6);
    expect((await left())[0]?.text).toContain('what came with it has moved since: ');
  });

  it('takes back a release set of which each part fails', async () => {
    await wellThen({ 'mfe-a': two, 'mfe-b': two });
    for (const app of ['mfe-a', 'mfe-b']) hear(app, two, [20, 20]);
    await healthPart.of(registry).judge();
    expect(await current()).toMatchObject({
      revision: 3,
      builds: { 'mfe-a': one, 'mfe-b': one, 'mfe-c': one },
    });
  });

  it('takes a build back although one that it leaves to people comes before it', async () => {
    hear('mfe-a', one, [40, 20]);
    hear('mfe-b', one, [40, 0]);
    await healthPart.of(registry).judge();
    now += 31 * minute;
    await promote({ 'mfe-b': two });
    now += 5_000;
    hear('mfe-a', one, [40, 20], { first: 500 });
    hear('mfe-b', two, [20, 20]);
    await healthPart.of(registry).judge();
    expect((await current()).builds['mfe-b']).toBe(one);
    expect(await left()).toMatchObject([{ app: 'mfe-a', build: one }]);
  });

  it('tells people once it can of a build that it leaves to them, and goes on meanwhile', async () => {
    hear('mfe-a', one, [40, 20]);
    hear('mfe-b', one, [40, 0]);
    await healthPart.of(registry).judge();
    now += 31 * minute;
    await promote({ 'mfe-b': two });
    now += 5_000;
    hear('mfe-a', one, [40, 20], { first: 500 });
    hear('mfe-b', two, [20, 20]);
    await registry.channel(channel).board();
    const lines: string[] = [];
    const own = beside({}, (line) => lines.push(line));
    const change = (rest: string) => sql.raw(`alter table notice ${rest}`).execute(opened.store.db);
    await change(`add constraint fails check (key not like 'left %') not valid`);
    await expect(healthPart.of(own).judge()).rejects.toThrow('fails');
    expect((await current()).builds['mfe-b']).toBe(one);
    await change('drop constraint fails');
    const told = expect.stringContaining('Nothing was done: ');
    expect(lines).not.toContainEqual(told);
    await healthPart.of(own).judge();
    expect(lines).toContainEqual(told);
    expect(await left()).toMatchObject([{ app: 'mfe-a', build: one }]);
    await own.close();
  });

  it('tells people of a canary again that is tried again and fails again', async () => {
    const alerting = beside({ mode: 'alert' });
    for (const [revision, first] of [
      [2, 0],
      [4, 200],
    ] as const) {
      await canary({ 'mfe-a': two });
      now += 5_000;
      hear('mfe-a', one, [40, 0], { first: first + 100 });
      hear('mfe-a', two, [12, 12], { first });
      await registry.channel(channel).board();
      await healthPart.of(alerting).judge();
      expect(await left()).toMatchObject([{ app: 'mfe-a', build: two, revision }]);
      await promote({ 'mfe-a': one });
    }
    await alerting.close();
  });

  it('has nothing to send without a webhook, and forgets after a month what it noted', async () => {
    await canary({ 'mfe-a': two });
    now += 5_000;
    hear('mfe-a', one, [40, 0], { first: 100 });
    hear('mfe-a', two, [12, 12]);
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(3);
    const noted = opened.store.db
      .selectFrom('notice')
      .select('id')
      .where('key', 'like', `done ${channel} %`);
    expect(await noted.execute()).toHaveLength(1);
    expect((await registry.figures()).noticesWaiting).toBe(0);
    now += 31 * 24 * 60 * minute;
    const later = beside();
    await later.channel(channel).board();
    expect(await noted.execute()).toEqual([]);
    await later.close();
  });

  it('leaves a live build to people of which too few networks of a small site say that it fails', async () => {
    await wellThen({ 'mfe-a': two });
    // Fifteen browsers of five networks, beside eight visitors in whose browsers it works.
    hear('mfe-a', two, [15, 15], { of: (n) => ({ network: `rented-${n % 5}` }) });
    hear('mfe-a', two, [8, 0], { first: 100 });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
    const told = async () => (await left())[0]?.text;
    expect(await told()).toContain('5 networks say so, and it takes 10');
    // Nine more visitors in whose browsers it works make it no easier.
    hear('mfe-a', two, [9, 0], { first: 200 });
    hear('mfe-a', two, [5, 5], { first: 300 });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
    hear('mfe-a', two, [8, 8], { first: 400 });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(3);
  });

  it('condemns no build for what all fail of', async () => {
    await wellThen({ 'mfe-a': two });
    now += 30 * minute;
    hear('mfe-c', one, [40, 0], { first: 500 });
    await healthPart.of(registry).judge();
    now += 30 * minute;
    hear('mfe-a', two, [20, 20]);
    hear('mfe-c', one, [20, 20]);
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
    const told = (await left()).find(({ app }) => app === 'mfe-a');
    expect(told?.text).toContain('mfe-c fails as well, which nobody moved');
  });

  it('condemns no build for what the build before fails of in other tabs', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [20, 20]);
    hear('mfe-a', one, [20, 18], { first: 100 });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
    hear('mfe-a', one, [60, 0], { first: 200 });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(3);
  });

  it('condemns no build that fails as the build before did, though in other tabs that works now', async () => {
    hear('mfe-a', one, [40, 20]);
    await healthPart.of(registry).judge();
    now += 11 * minute;
    await promote({ 'mfe-a': two });
    now += 5_000;
    hear('mfe-a', two, [20, 12], { first: 100 });
    hear('mfe-a', one, [20, 0], { first: 200 });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
  });

  it.each([
    [0.1, 'hold'],
    [11, 'canary'],
  ])(
    'asks for more proof the longer a canary stands: after %d minutes it is a %s',
    async (after, kind) => {
      await canary({ 'mfe-a': two }, 5);
      now += after * minute;
      hear('mfe-a', one, [100, 2], { first: 100 });
      hear('mfe-a', two, [20, 9]);
      await healthPart.of(registry).judge();
      expect((await current()).kind).toBe(kind);
    },
  );

  it('holds a canary that fails beside the live build, until a manager ends that', async () => {
    await canary({ 'mfe-a': two }, 5);
    now += 5_000;
    hear('mfe-a', one, [40, 1], { first: 100 });
    hear('mfe-a', two, [12, 12]);
    await healthPart.of(registry).judge();
    const held = await current();
    expect(held).toMatchObject({
      revision: 3,
      kind: 'hold',
      by: 'the registry',
      builds: { 'mfe-a': one },
      canaries: {},
      recalled: [],
      held: { 'mfe-a': { build: two, percent: 5, revision: 3 } },
      verdict: { against: { what: 'live', build: one, browsers: 40, failed: 1 } },
    });
    const team = publisherOf('mfe-a');
    const again = (revision: number): Promise<unknown> =>
      registry.channel(channel).change(team, revision, {
        kind: 'canary',
        builds: { 'mfe-a': two },
        percent: 20,
        reason,
      });
    const locked = {
      ok: false,
      code: 'condemned',
      cause: { condemned: { why: 'paused', build: two, percent: 5, by: 'the registry' } },
    };
    expect(await again(3)).toMatchObject(locked);
    const whole: Change = { kind: 'promote', builds: { 'mfe-a': two }, reason };
    expect(await registry.channel(channel).change(manager, 3, whole)).toMatchObject(locked);
    const undo: Change = { kind: 'undo', revision: 3, recall: false, reason };
    expect(await registry.channel(channel).change(team, 3, undo)).toMatchObject(locked);
    const end: Change = { kind: 'unhold', apps: ['mfe-a'], reason };
    expect(await registry.channel(channel).change(team, 3, end)).toMatchObject({
      code: 'forbidden',
    });
    await change(end);
    expect(await current()).toMatchObject({ revision: 4, kind: 'unhold', canaries: {} });
    expect((await current()).held).toBeUndefined();
    expect(await again(4)).toMatchObject({ ok: true });
    // It failed before it was resumed: that says nothing of it now.
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(5);
    now += 5_000;
    hear('mfe-a', two, [12, 12], { first: 200 });
    await healthPart.of(registry).judge();
    expect(await current()).toMatchObject({ revision: 6, kind: 'hold' });
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('keeps its verdict whatever is shipped meanwhile, and never names the build for a way back', async () => {
    await canary({ 'mfe-a': two }, 5);
    now += 5_000;
    hear('mfe-a', one, [40, 1], { first: 100 });
    hear('mfe-a', two, [12, 12]);
    await healthPart.of(registry).judge();
    await canary({ 'mfe-a': three }, 5);
    const whole: Change = { kind: 'promote', builds: { 'mfe-a': two }, reason };
    const condemned = { ok: false, code: 'condemned', cause: { condemned: { why: 'paused' } } };
    expect(await registry.channel(channel).change(manager, 4, whole)).toMatchObject(condemned);
    await promote({ 'mfe-a': three });
    expect(await registry.channel(channel).change(manager, 5, whole)).toMatchObject(condemned);
    const board = await registry.channel(channel).board();
    expect(board.condemned).toMatchObject([{ app: 'mfe-a', build: two, revision: 3 }]);
    // Another process reads the same from the log alone.
    const second = beside();
    expect((await second.channel(channel).board()).condemned).toEqual(board.condemned);
    await second.close();
    await change({ kind: 'unhold', apps: ['mfe-a'], reason: 'it was the service' });
    const [entry] = await registry.audit.entries({ limit: 1 });
    expect(entry).toMatchObject({ action: 'change', by: 'Ann', detail: { condemned: [] } });
    await promote({ 'mfe-a': two });
    expect((await current()).fallbacks?.['mfe-a']).toBe(three);
  });

  it('keeps a pause through an incident of the live build, and through another canary', async () => {
    await wellThen({ 'mfe-a': two });
    await canary({ 'mfe-a': three });
    now += 5_000;
    hear('mfe-a', two, [40, 0], { first: 100 });
    hear('mfe-a', three, [12, 12]);
    await healthPart.of(registry).judge();
    expect((await current()).held?.['mfe-a']?.build).toBe(three);
    const back: Change = { kind: 'rollback', apps: ['mfe-a'], to: {}, recall: true, reason };
    expect(await registry.channel(channel).change(manager, 4, back)).toMatchObject({
      ok: false,
      code: 'ambiguous',
      cause: { live: two, canary: { build: three }, paused: true },
    });
    await change({ ...back, live: ['mfe-a'] });
    expect(await current()).toMatchObject({
      builds: { 'mfe-a': one },
      held: { 'mfe-a': { build: three } },
    });
    await change({ kind: 'unhold', apps: ['mfe-a'], builds: { 'mfe-a': two }, reason });
    await canary({ 'mfe-a': two });
    expect((await current()).held?.['mfe-a']?.build).toBe(three);
  });

  it('holds the canaries of a set together, and a manager may undo that', async () => {
    await canary({ 'mfe-a': two, 'mfe-b': two }, 10);
    await canary({ 'mfe-c': two }, 10);
    now += 5_000;
    hear('mfe-a', one, [40, 0], { first: 100 });
    hear('mfe-a', two, [12, 12]);
    await healthPart.of(registry).judge();
    const { held, canaries } = await current();
    expect(Object.keys(held ?? {}).sort()).toEqual(['mfe-a', 'mfe-b']);
    expect(Object.keys(canaries)).toEqual(['mfe-c']);
    await change({ kind: 'undo', revision: 4, recall: false, reason });
    expect(Object.keys((await current()).canaries).sort()).toEqual(['mfe-a', 'mfe-b', 'mfe-c']);
    expect((await current()).held).toBeUndefined();
  });

  it('counts few browsers of one network, and fewer whose cookies are new', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [400, 400], { of: () => ({ network: 'one' }) });
    hear('mfe-a', two, [400, 400], { first: 400, of: () => ({ network: 'new', fresh: true }) });
    hear('mfe-a', two, [400, 400], { first: 800, of: () => ({ network: 'one' }) });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
    const { builds } = await registry.channel(channel).board();
    const figures = builds.find(({ app, build }) => app === 'mfe-a' && build === two)?.browsers;
    expect(figures).toEqual({ browsers: 8, failed: 8 });
  });

  it('shows errors of events long after a build came, and holds none against it', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [40, 40], { kind: 'event' });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
    const { builds } = await registry.channel(channel).board();
    expect(builds.find(({ app, build }) => app === 'mfe-a' && build === two)).toMatchObject({
      failures: 0,
      browsers: { browsers: 40, failed: 0 },
      kinds: { event: 40 },
    });
  });

  it('counts a browser once, whatever it says and from wherever', async () => {
    await wellThen({ 'mfe-a': two });
    for (let turn = 0; turn < 5; turn += 1) {
      hear('mfe-a', two, [300, 300], {
        of: (n) => ({ browser: 'stolen', network: `net-${n}-${turn}` }),
      });
      await healthPart.of(registry).judge();
    }
    expect(await newest()).toBe(2);
  });

  it('judges by the browsers of the sample, and shows the failures of all', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [50, 50], { of: (n) => ({ network: `net-${n}`, sampled: false }) });
    await healthPart.of(registry).judge();
    expect(await newest()).toBe(2);
    const { builds } = await registry.channel(channel).board();
    expect(builds.find(({ build }) => build === two)).toMatchObject({
      loads: 0,
      failures: 50,
      browsers: { browsers: 0, failed: 0 },
      kinds: { render: 50 },
    });
    // From the loads that were counted, the board estimates the loads of all browsers.
    hear('mfe-a', two, [10, 0], { first: 100 });
    await registry.channel(channel).board();
    const sampling = beside({ sample: 0.25 });
    const corrected = (await sampling.channel(channel).board()).builds;
    expect(corrected.find(({ build }) => build === two)).toMatchObject({
      loads: 40,
      failures: 50,
    });
    await sampling.close();
  });

  it('knows how long loads took, and steps down the ladder', async () => {
    const state = { running: {}, failures: [], leaving: false };
    const loads = Array.from({ length: 20 }, (_, n) => ({
      app: 'mfe-a',
      build: one,
      took: n < 18 ? 100 : 2_000,
    }));
    const steps = [{ app: 'mfe-a', from: one, to: null }];
    const recovered = [{ app: 'mfe-a', build: one }];
    const more = { loads, steps, recovered };
    registry.reports.take({ tab: uuid(1), sequence: 1, channel, revision: 1, ...state, ...more });
    const { builds } = await registry.channel(channel).board();
    const found = builds.find(({ app }) => app === 'mfe-a');
    expect(found).toMatchObject({ loads: 20, steps: 1, recovered: 1 });
    expect(found?.took?.median).toBeGreaterThan(90);
    expect(found?.took?.median).toBeLessThan(110);
    expect(found?.took?.p95).toBeGreaterThan(1_800);
  });

  it('acts once, however many processes look', async () => {
    await wellThen({ 'mfe-a': two });
    hear('mfe-a', two, [20, 20]);
    await registry.channel(channel).board();
    const second = beside();
    await Promise.all([healthPart.of(registry).judge(), healthPart.of(second).judge()]);
    await healthPart.of(second).judge();
    expect(await newest()).toBe(3);
    expect(await left()).toEqual([]);
    await second.close();
  });
});
