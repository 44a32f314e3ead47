import { rm } from 'node:fs/promises';
import { openRegistry } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import type { Registry } from '@tallystick/registry/registry';
import { type TestPlace, testPlace } from '@tallystick/store/test-place.testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { good, openTestApi, type TestApi } from '../api/test-api.testing.ts';
import { bakeryAt } from '../bakery/bakery.testing.ts';
import { navigation, releaseIn } from '../browser.testing.ts';
import { openTestSite, type TestSite } from '../site.testing.ts';
import { listEntry, shellEntry } from './entries.testing.ts';

// Two site servers, each with a registry of its own over one PostgreSQL, as on two machines.

// RENDERED_TURNS=100 for the long run.
const turns = Number(process.env.RENDERED_TURNS ?? 2);
const entry = 'server/entry.js';

let place: TestPlace;
let api: TestApi;
const registries: Registry[] = [];
const sites: TestSite[] = [];
beforeAll(async () => {
  place = await testPlace('tallystick-rollback-');
  api = await openTestApi(() => good({ list: [], count: 7, sequence: 7 }));
  for (const _ of ['first', 'second']) {
    const opened = await openRegistry(place, undefined, { parts: allParts() });
    if (!opened.ok) throw new Error(opened.problem);
    const { value: registry } = opened;
    registries.push(registry);
    sites.push(
      await openTestSite(
        { registry, folder: place.DATA_DIR },
        {
          channel: 'production',
          site: bakeryAt(api.url),
          // A machine that is busy with other tests takes its time.
          rendering: { limitMs: 60_000, beginMs: 60_000 },
          limits: { rendersMs: 60_000 },
        },
      ),
    );
  }
});
afterAll(async () => {
  for (const { server } of sites) await server.close();
  for (const registry of registries) await registry.close();
  await api.close();
  await rm(place.DATA_DIR, { recursive: true, force: true });
});

/** What a page is rendered by, by what it says itself, and by what the browser will run. */
async function nextPage(site: TestSite): Promise<(string | undefined)[]> {
  const { body } = await site.get('/notes/1', navigation);
  const { remotes } = await releaseIn(body);
  return [
    /data-rendered="mfe-note@([^"]+)"/.exec(body)?.[1],
    /<p>(\w+) /.exec(body)?.[1],
    remotes.find(({ name }) => name === 'mfe-note')?.build,
  ];
}

it(`the next HTML of each server is rendered by the build that was rolled back to, ${turns} times out of ${turns}`, async () => {
  const [desk] = sites;
  if (desk === undefined) throw new Error('there is no site');
  const shell = await desk.publish('shell', { [entry]: shellEntry });
  const note = (name: string) => desk.publish('mfe-note', { [entry]: listEntry(name) });
  const [older, newer] = [await note('older'), await note('newer')];
  await desk.promote({ shell, 'mfe-note': older });
  const wrong: unknown[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    await desk.promote({ 'mfe-note': newer });
    const before = await Promise.all(sites.map(nextPage));
    await desk.change({
      kind: 'rollback',
      apps: ['mfe-note'],
      to: { 'mfe-note': older },
      // A recalled build cannot come back.
      recall: turn === turns,
      reason: `turn ${turn}`,
    });
    const after = await Promise.all(sites.map(nextPage));
    const expected = [
      ...sites.map(() => [newer, 'newer', newer]),
      ...sites.map(() => [older, 'older', older]),
    ];
    const found = [...before, ...after];
    if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ turn, found });
  }
  expect(wrong).toEqual([]);
});
