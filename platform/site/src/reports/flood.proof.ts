import type { TabReport } from '@tallystick/contract/release-news';
import { health } from '@tallystick/registry/parts/health/health';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newBrowser } from '../canary/browser.ts';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';

/** Reports of each flood; FLOOD_REPORTS=100000 for the long run. */
const flood = Number(process.env.FLOOD_REPORTS ?? 600);
/** Cookies that one network fetches. */
const fetched = Math.min(1_000, flood);

let kept: TestRegistry;
let site: TestSite;
let build: string;
let tabs = 0;
beforeAll(async () => {
  kept = await openTestRegistry({ judges: true });
});
afterAll(() => kept.close());
beforeEach(async () => {
  site = await openTestSite(kept, { trustProxy: ['127.0.0.1'] });
  await site.release('before');
  build = await site.publish('mfe-note', { 'later.js': `new ${tabs}` });
  await site.promote({ 'mfe-note': build });
  return () => site.server.close();
});

/** An address of a network of its own for each number. */
const address = (n: number) => `${20 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.1`;

/** What a sender has of a visit to a page. */
type Visit = Partial<Awaited<ReturnType<TestSite['visit']>>>;

/** Opens a page, as a browser from an address does. */
async function visitFrom(from: string): Promise<Visit> {
  const visit = await site.visit('/notes/1', { 'x-forwarded-for': from });
  expect(visit.ticket).toBeDefined();
  return visit;
}

async function sayFailed(from: string, { cookie = '', ticket }: Visit): Promise<number> {
  tabs += 1;
  const report: TabReport = {
    tab: `00000000-0000-4000-8000-${String(tabs).padStart(12, '0')}`,
    sequence: 1,
    channel: site.channel,
    revision: 2,
    running: {},
    loads: [],
    failures: [{ app: 'mfe-note', build, kind: 'render' }],
    leaving: false,
    ...(ticket !== undefined && { ticket }),
  };
  const headers = { 'x-forwarded-for': from, cookie };
  const answer = await site.post('/releases/reports', JSON.stringify(report), headers);
  return answer.statusCode;
}

async function isLive(): Promise<boolean> {
  await health.of(kept.registry).judge();
  const current = await kept.registry.channel(site.channel).current();
  return current?.builds['mfe-note'] === build && current.revision === 2;
}

const made = () => `tallystick-browser=${newBrowser()}`;
const forged = () => `${made()}.${Math.floor(Date.now() / 1_000).toString(36)}.${newBrowser()}`;

describe(`${flood} forged reports`, { timeout: 1_800_000 }, () => {
  it.each<[string, () => Promise<(n: number) => [from: string, visit: Visit]>]>([
    ['without cookies, from everywhere', async () => (n) => [address(n), {}]],
    [
      'with cookies that were made up',
      async () => {
        const { ticket } = await visitFrom('198.51.100.1');
        return (n) => [address(n), { cookie: n % 2 ? made() : forged(), ticket }];
      },
    ],
    [
      'with one cookie and ticket that were stolen, from everywhere',
      async () => {
        const stolen = await visitFrom('198.51.100.1');
        return (n) => [address(n), stolen];
      },
    ],
    [
      `with ${fetched} good cookies and tickets that one network has fetched`,
      async () => {
        const visits: Visit[] = [];
        for (let n = 0; n < fetched; n += 1) visits.push(await visitFrom(`198.51.100.${n % 256}`));
        return (n) => [`198.51.100.${n % 256}`, visits[n % fetched] ?? {}];
      },
    ],
  ])('%s change no verdict', async (_what, prepare) => {
    const senderOf = await prepare();
    const answers = new Map<number, number>();
    for (let n = 0; n < flood; n += 1) {
      const status = await sayFailed(...senderOf(n));
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (n % 10_000 === 9_999) expect(await isLive()).toBe(true);
    }
    expect([...answers.keys()].filter((status) => ![204, 429].includes(status))).toEqual([]);
    expect(await isLive()).toBe(true);
    if (process.env.FLOOD_REPORTS) console.log(_what, Object.fromEntries(answers));
  });

  it.each<[string, (from: string) => Promise<Visit>]>([
    ['has no ticket', async (from) => ({ cookie: (await visitFrom(from)).cookie ?? '' })],
    [
      'has a ticket of another browser',
      async (from) => {
        const { ticket } = await visitFrom(from);
        return { ...(await visitFrom(from)), ticket };
      },
    ],
    [
      'was served a page of another remote',
      async (from) => site.visit('/tests/1', { 'x-forwarded-for': from }),
    ],
  ])('change no verdict where each browser, of a network of its own, %s', async (_what, visit) => {
    const other = await site.publish('mfe-test');
    await site.promote({ 'mfe-test': other });
    for (let n = 0; n < 40; n += 1) {
      expect(await sayFailed(address(n), await visit(address(n)))).toBe(204);
    }
    await health.of(kept.registry).judge();
    const current = await kept.registry.channel(site.channel).current();
    expect(current?.builds['mfe-note']).toBe(build);
    expect((await kept.registry.channel(site.channel).board()).left).toEqual([]);
  });

  it('are another thing than as many browsers as matter, each with its cookie from its own network', async () => {
    for (let n = 0; n < 10; n += 1) {
      expect(await sayFailed(address(n), await visitFrom(address(n)))).toBe(204);
    }
    expect(await isLive()).toBe(false);
    const current = await kept.registry.channel(site.channel).current();
    expect(current).toMatchObject({ kind: 'recall', by: 'the registry' });
  });
});
