import type { TabReport } from '@tallystick/contract/release-news';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAuditLog } from '../../src/audit/log.ts';
import type { Change } from '../../src/contract/channel.ts';
import { buildOf, done, manager, publish, testKey } from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { type RegistryOptions, registryOver } from '../../src/registry-over.ts';
import { openReports } from '../../src/reports/reports.ts';
import {
  never,
  type OpenedRegistry,
  testRegistries,
} from '../../src/store/test-registries.testing.ts';
import { health as healthPart } from './health.ts';
import { healthListeners } from './listeners.ts';
import { onlyCounting } from './settings.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const reason = 'because of this test';
const minute = 60_000;
const hour = 60 * minute;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const openTestRegistry = testRegistries();
describe('the board', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  let now: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 21);
    opened = await openTestRegistry({ now: () => now, parts: [healthPart.with({})] });
    registry = opened.registry;
    await publish(registry, 'shell', one, { kind: 'shell' });
    await publish(registry, 'mfe-a', one);
    await publish(registry, 'mfe-a', two);
    await change(0, { kind: 'promote', builds: { shell: one, 'mfe-a': one }, reason: 'first' });
  });
  afterEach(() => registry.close());

  const change = async (expected: number, what: Change) =>
    done(await registry.channel('production').change(manager, expected, what));
  const sequences = new Map<number, number>();
  function report(tab: number, running: string | null, more: Partial<TabReport> = {}): TabReport {
    const sequence = (sequences.get(tab) ?? 0) + 1;
    sequences.set(tab, sequence);
    const told: TabReport = {
      tab: uuid(tab),
      sequence,
      channel: 'production',
      revision: 1,
      running: running === null ? { shell: one } : { shell: one, 'mfe-a': running },
      loads: [],
      failures: [],
      leaving: false,
      ...more,
    };
    registry.reports.take(told);
    return told;
  }
  const board = () => registry.channel('production').board();
  /** Another server over the same store. */
  function beside(more: Partial<RegistryOptions> = {}): Registry {
    const { store, files } = opened;
    const kept = { ...store, close: async () => {} };
    const parts = [healthPart.with({})];
    return registryOver({ store: kept, files, key: testKey, now: () => now, parts, ...more });
  }
  const health = async (app: string, build: string) =>
    (await board()).builds.find((one) => one.app === app && one.build === build);
  const load = { app: 'mfe-a', build: one };
  const failure = { ...load, kind: 'chunk' } as const;

  it('names the apps that were ever there, also those that were removed', async () => {
    await change(1, { kind: 'remove', apps: ['mfe-a'], reason: 'it has ended' });
    expect((await board()).apps).toEqual(['mfe-a', 'shell']);
    expect((await registry.channel('none').board()).apps).toEqual([]);
  });

  it('says what is live, since when and by whom', async () => {
    now += minute;
    await change(1, { kind: 'canary', builds: { 'mfe-a': two }, percent: 5, reason: 'a try' });
    await change(2, { kind: 'promote', builds: { 'mfe-a': two }, reason: 'it is good' });
    now += minute;
    await change(3, { kind: 'canary', builds: { 'mfe-a': one }, percent: 5, reason: 'back?' });
    done(await registry.channel('production').lock(manager, 'shell', 'a freeze'));
    expect(await board()).toMatchObject({
      current: { revision: 4 },
      before: { 'mfe-a': one },
      since: {
        shell: { revision: 1, at: '2026-11-21T00:00:00.000Z', by: 'Ann', reason: 'first' },
        'mfe-a': { revision: 3, at: '2026-11-21T00:01:00.000Z', reason: 'it is good' },
      },
      locks: [{ app: 'shell', reason: 'a freeze' }],
      tabs: 0,
      recalls: [],
    });
    expect((await registry.channel('none').board()).current).toBeNull();
  });

  it('counts the tabs in which each build runs', async () => {
    for (const tab of [1, 2, 3]) report(tab, one);
    report(4, two);
    report(5, null);
    expect((await board()).tabs).toBe(5);
    expect(await health('mfe-a', one)).toMatchObject({ tabs: 3 });
    expect(await health('mfe-a', two)).toMatchObject({ tabs: 1 });
    expect(await health('shell', one)).toMatchObject({ tabs: 5 });
    report(1, two);
    report(2, one, { leaving: true });
    expect((await board()).tabs).toBe(4);
    expect(await health('mfe-a', one)).toMatchObject({ tabs: 1 });
    expect(await health('mfe-a', two)).toMatchObject({ tabs: 2 });
    expect((await registry.channel('preview').board()).tabs).toBe(0);
  });

  it('forgets a tab that says nothing for 150 seconds', async () => {
    report(11, one);
    report(12, one);
    expect((await board()).tabs).toBe(2);
    now += 149_000;
    report(12, one);
    expect((await board()).tabs).toBe(2);
    now += 2_000;
    expect((await board()).tabs).toBe(1);
  });

  it('drops a report that is older than what the tab said last, with what it counts', async () => {
    const older = report(21, one, { loads: [load] });
    const newer = report(21, two);
    expect(await health('mfe-a', two)).toMatchObject({ tabs: 1 });
    registry.reports.take(older);
    registry.reports.take(newer);
    expect(await health('mfe-a', one)).toMatchObject({ tabs: 0, loads: 1 });
    report(21, two, { leaving: true });
    expect((await board()).tabs).toBe(0);
    registry.reports.take(newer);
    expect((await board()).tabs).toBe(0);
  });

  it('counts loads and failures of the last hour', async () => {
    report(31, one, { loads: [load, load], failures: [failure] });
    report(32, one, { failures: [failure, { ...failure, kind: 'render' }] });
    expect(await health('mfe-a', one)).toMatchObject({ loads: 2, failures: 3 });
    now += 30 * minute;
    report(32, one, { loads: [load] });
    expect(await health('mfe-a', one)).toMatchObject({ loads: 3, failures: 3 });
    now += 31 * minute;
    expect(await health('mfe-a', one)).toMatchObject({ loads: 1, failures: 0 });
    now += hour;
    expect(await health('mfe-a', one)).toMatchObject({ loads: 0, failures: 0 });
  });

  it('is told all sorts of news by one look at what was published', async () => {
    const { store } = opened;
    const audit = openAuditLog(store, testKey, []);
    const follow = vi.fn(audit.follow);
    const parts = { db: store.db, audit: { ...audit, follow }, now: () => now };
    const reports = openReports({ ...parts, hooks: [] }, 2 ** 31 - 1);
    for (const one of healthListeners(parts, onlyCounting)) reports.listen(one);
    const served = { app: 'mfe-a', builds: new Set([`mfe-a@${one}`]) };
    const told = { ...report(35, one), loads: [load], failures: [failure] };
    const network = { network: 'network', bucket: 0, fresh: false, sampled: true };
    reports.take({ ...told, tab: uuid(36) }, { browser: 'browser', ...network, served });
    reports.noteBreach({ ...load, directive: 'img-src', blocked: 'data' });
    await reports.flush();
    await reports.close();
    expect(follow).toHaveBeenCalledTimes(1);
    expect(await health('mfe-a', one)).toMatchObject({ loads: 1, browsers: { failed: 1 } });
    expect(await board()).toMatchObject({ tabs: 2, breaches: [{ ...load, reports: 1 }] });
  });

  it('adds up what several servers were told', async () => {
    const second = beside();
    const there = report(41, one, { loads: [load] });
    await board();
    second.reports.take({ ...there, tab: uuid(42) });
    // The same tab, now by way of the other server.
    second.reports.take({ ...there, sequence: there.sequence + 1, failures: [failure] });
    await second.channel('production').board();
    expect((await board()).tabs).toBe(2);
    expect(await health('mfe-a', one)).toMatchObject({ tabs: 2, loads: 3, failures: 1 });
    await second.close();
  });

  it('loses nothing when two servers write what they were told in opposite orders', async () => {
    const second = beside();
    const rounds = 30;
    const builds = Array.from({ length: 30 }, (_, n) => buildOf(n + 10));
    for (const build of builds) await publish(registry, 'mfe-b', build);
    const tell = (server: Registry, tab: number, sequence: number, ordered: string[]) => {
      const all = ordered.map((build) => ({ app: 'mfe-b', build }));
      for (const one of all)
        server.reports.noteBreach({ ...one, directive: 'img-src', blocked: 'data' });
      const [browser, network] = [`browser-${sequence}-${tab}`, `network-${tab}`];
      const reporter = { browser, network, bucket: 0, fresh: false, sampled: true, served: null };
      server.reports.take(
        {
          ...{ tab: uuid(tab), sequence, channel: 'production', revision: 1, leaving: false },
          ...{ running: {}, loads: all.map((one) => ({ ...one, took: 100 })) },
          failures: all.map((one) => ({ ...one, kind: 'chunk' as const })),
        },
        reporter,
      );
    };
    for (let round = 1; round <= rounds; round += 1) {
      tell(registry, 81, round, builds);
      tell(second, 82, round, builds.toReversed());
      await Promise.all([board(), second.channel('production').board()]);
    }
    const shown = await board();
    const told = shown.builds.filter(({ app }) => app === 'mfe-b');
    const both = { loads: 2 * rounds, failures: 2 * rounds };
    expect(told).toMatchObject(builds.map((build) => ({ build, ...both })));
    const breaches = builds.map((build) => ({ build, reports: 2 * rounds }));
    expect(shown.breaches).toMatchObject(breaches);
    await second.close();
  });

  it('shows what there is, and what browsers said, where the news of tabs cannot be written', async () => {
    const { db } = opened.store;
    await sql`alter table tab add constraint fails check (false) not valid`.execute(db);
    const served = { app: 'mfe-a', builds: new Set([`mfe-a@${one}`]) };
    const reporter = { browser: 'b', network: 'n', bucket: 0, fresh: false, sampled: true, served };
    registry.reports.take(report(91, one, { failures: [failure] }), reporter);
    expect(await health('mfe-a', one)).toMatchObject({
      ...{ tabs: 0, failures: 0, browsers: { browsers: 1, failed: 1 } },
    });
    await sql`alter table tab drop constraint fails`.execute(db);
  });

  it('forgets breaches that have not been heard of for a month', async () => {
    registry.reports.noteBreach({ ...load, directive: 'img-src', blocked: 'data' });
    expect((await board()).breaches).toMatchObject([{ ...load, reports: 1 }]);
    now += 31 * 24 * hour;
    const second = beside();
    expect((await second.channel('production').board()).breaches).toEqual([]);
    await second.close();
  });

  it('takes no notice of builds that were never published', async () => {
    const strange = { app: 'mfe-a', build: buildOf(77) };
    report(51, buildOf(77), {
      running: { 'mfe-a': buildOf(77), 'mfe-z': one },
      loads: [strange],
      failures: [{ ...strange, kind: 'chunk' }],
    });
    const { builds, tabs } = await board();
    expect(tabs).toBe(1);
    const nothing = {
      tabs: 0,
      loads: 0,
      failures: 0,
      steps: 0,
      recovered: 0,
      took: null,
      networks: 0,
    };
    const none = { ...nothing, browsers: { browsers: 0, failed: 0 }, kinds: {} };
    expect(builds).toEqual([
      { app: 'mfe-a', build: one, ...none },
      { app: 'shell', build: one, ...none },
    ]);
  });

  it('counts no more of one report than a tab can have lived through', async () => {
    report(61, one, { loads: Array.from({ length: 10_000 }, () => load) });
    expect(await health('mfe-a', one)).toMatchObject({ loads: 50 });
  });

  it('follows no more tabs at once than it has room for', async () => {
    for (let tab = 100_000; tab < 110_500; tab += 1) report(tab, one);
    expect((await board()).tabs).toBe(10_000);
  });

  it('shows how far a recall has come', async () => {
    await change(1, { kind: 'promote', builds: { 'mfe-a': two }, reason });
    for (const tab of [71, 72, 73, 74]) report(tab, two);
    report(75, one);
    await change(2, { kind: 'rollback', apps: ['mfe-a'], to: {}, recall: true, reason });
    const progress = async () => (await board()).recalls;
    const recall = { app: 'mfe-a', build: two, revision: 3, at: '2026-11-21T00:00:00.000Z' };
    expect(await progress()).toEqual([{ ...recall, ran: 4, left: 0 }]);
    report(71, one);
    report(72, null);
    report(73, two, { leaving: true });
    expect(await progress()).toEqual([{ ...recall, ran: 4, left: 3 }]);
    // One that was asleep when it was recalled, and is not counted twice.
    report(76, two);
    report(76, two);
    expect(await progress()).toEqual([{ ...recall, ran: 5, left: 3 }]);
    now += 151_000;
    report(76, two);
    expect(await progress()).toEqual([{ ...recall, ran: 5, left: 4 }]);
    await change(3, { kind: 'unhold', apps: ['mfe-a'], reason });
    await change(4, { kind: 'promote', builds: { 'mfe-a': two }, reason });
    expect(await progress()).toEqual([]);
    await change(5, { kind: 'rollback', apps: ['mfe-a'], to: {}, recall: true, reason });
    expect(await progress()).toMatchObject([{ revision: 6, ran: 1, left: 0 }]);
  });

  it('sees a second recall of a build while another server hears of its tabs', async () => {
    const { db } = opened.store;
    const recall: Change = {
      kind: 'rollback',
      apps: ['mfe-a'],
      to: {},
      recall: true,
      reason,
    };
    await change(1, { kind: 'promote', builds: { 'mfe-a': two }, reason });
    report(81, two);
    await change(2, recall);
    await change(3, { kind: 'unhold', apps: ['mfe-a'], reason });
    await change(4, { kind: 'promote', builds: { 'mfe-a': two }, reason });
    const second = beside({
      parts: [healthPart.with({ rule: onlyCounting })],
      ...{ pace: never, watchPace: never },
    });
    const locked = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const holds = db.transaction().execute(async (trx) => {
      await sql`select from recall_tab for update`.execute(trx);
      locked.resolve();
      await ended.promise;
    });
    await locked.promise;
    const waits = (statement: string) =>
      expect
        .poll(async () => {
          const { rows } = await sql`
                select from pg_stat_activity where datname = current_database()
                and wait_event_type = 'Lock' and query like ${statement}`.execute(db);
          return rows.length;
        })
        .toBe(1);
    const recalled = change(5, recall);
    await waits('delete from "recall"%');
    second.reports.take(report(82, two));
    const flushed = healthPart.of(second).judge();
    await waits('%insert into recall_tab%');
    ended.resolve();
    await holds;
    await Promise.all([recalled, flushed]);
    expect((await board()).recalls).toMatchObject([{ revision: 6, ran: 2, left: 0 }]);
    await second.close();
  });
});
