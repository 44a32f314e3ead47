import type { Artifact } from '@tallystick/contract/release';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approvedOpenings, type NewSettings } from '../contract/app-settings.ts';
import type { Change } from '../contract/channel.ts';
import {
  buildOf,
  type DraftOptions,
  done,
  draftOf,
  manager,
  publish,
  publisherOf,
  testKey,
  upload,
} from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { registryOver } from '../registry-over.ts';
import { type OpenedRegistry, testRegistries } from '../store/test-registries.testing.ts';

const reason = 'because of this test';
const nothing: NewSettings = { limits: {}, connect: [], paths: [], reason };
const host = 'https://api.example.org';
const other = 'https://other.example.org';

const openTestRegistry = testRegistries();
describe('settings of an app', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  beforeEach(async () => {
    opened = await openTestRegistry({ now: () => Date.UTC(2026, 10, 21) });
    registry = opened.registry;
  });
  afterEach(() => registry.close());

  const set = async (expected: number, wanted: Partial<NewSettings>, app = 'mfe-a') =>
    done(await registry.settings.change(manager, app, expected, { ...nothing, ...wanted }));
  const publishing = async (build: string, options: DraftOptions) => {
    await upload(registry, 'mfe-a', build, draftOf('mfe-a', build, options));
    return registry.publish(manager, 'mfe-a', build);
  };
  const change = async (kind: 'promote' | 'rollback', n: number) => {
    const expected = (await registry.channel('production').current())?.revision ?? 0;
    const builds = { shell: buildOf(0), 'mfe-a': buildOf(n) };
    const wanted: Change =
      kind === 'promote'
        ? { kind, builds, reason }
        : { kind, apps: ['mfe-a'], to: {}, recall: false, reason };
    return registry.channel('production').change(manager, expected, wanted);
  };

  it('are a manager’s, each change for the one that was seen', async () => {
    expect(await registry.settings.all()).toEqual(new Map());
    const wanted = { ...nothing, limits: { bytes: 1_000 }, connect: [host] };
    expect(await registry.settings.change(publisherOf('mfe-a'), 'mfe-a', 0, wanted)).toMatchObject({
      ok: false,
      code: 'forbidden',
    });
    const first = done(await registry.settings.change(manager, 'mfe-a', 0, wanted));
    expect(first).toEqual({
      app: 'mfe-a',
      revision: 1,
      limits: { bytes: 1_000 },
      connect: [host],
      paths: [],
      openings: [],
      changed: { at: '2026-11-21T00:00:00.000Z', by: 'Ann', reason },
    });
    expect(await registry.settings.change(manager, 'mfe-a', 0, wanted)).toEqual({
      ok: false,
      code: 'moved',
      problem: 'the settings of mfe-a are at revision 1, not at 0',
    });
    const second = await set(1, { limits: { files: 7 } });
    expect(second).toMatchObject({ revision: 2, limits: { files: 7 }, connect: [] });
    await set(0, { paths: ['/:team'] }, 'mfe-b');
    expect([...(await registry.settings.all()).keys()]).toEqual(['mfe-a', 'mfe-b']);
  });

  it('stand in the audit log, and are read from it', async () => {
    const made = await set(0, { connect: [host], paths: ['/:team'] });
    expect(await registry.audit.entries({ limit: 1 })).toMatchObject([
      {
        action: 'settings',
        by: 'Ann',
        detail: { app: 'mfe-a', revision: 1, connect: [host], paths: ['/:team'], reason },
      },
    ]);
    expect(await registry.audit.verify()).toMatchObject({ ok: true, entries: 1, problems: [] });
    const again = registryOver({ store: opened.store, files: opened.files, key: testKey });
    expect(await again.settings.all()).toEqual(new Map([['mfe-a', made]]));
  });

  it('approve API hosts, which publishing never does', async () => {
    await publish(registry, 'shell', buildOf(0), { kind: 'shell' });
    await publish(registry, 'mfe-a', buildOf(1));
    done(await change('promote', 1));
    const refused = {
      ok: false,
      code: 'unfit',
      problem: `mfe-a ${buildOf(2)}: the API host "${host}" is declared, and no manager has approved it: "settings mfe-a --approve ${host}"`,
    };
    expect(await publishing(buildOf(2), { connect: [host] })).toEqual(refused);
    await set(0, { connect: [host] });
    done(await publishing(buildOf(2), { connect: [host] }));
    expect(await publishing(buildOf(3), { connect: [host, other] })).toMatchObject({
      code: 'unfit',
    });
    done(await change('promote', 2));
    const artifacts: Artifact[] = [];
    for (const n of [1, 2]) {
      const record = await registry.build('mfe-a', buildOf(n));
      if (record !== null) artifacts.push(record.artifact);
    }
    const approved = async (some: Parameters<typeof approvedOpenings>[0] = artifacts) =>
      approvedOpenings(some, await registry.settings.all());
    expect(await approved()).toEqual([`connect:${host}`]);
    expect(await approved(artifacts.slice(0, 1))).toEqual([]);

    await set(1, { connect: [other] });
    expect(await approved()).toEqual([]);
    // What goes back is never refused for it, what goes forward is.
    done(await change('rollback', 1));
    expect(await change('promote', 2)).toEqual(refused);
  });

  it('approve openings that a build needs, where the site does not have them for every app', async () => {
    const films = 'frames:https://films.example.org';
    const site = { subjects: {}, ownSegments: [], openings: ['wasm'] };
    ({ registry } = await openTestRegistry({ site }));
    const needs = [films, 'wasm'];
    expect(await publishing(buildOf(1), { needs })).toEqual({
      ok: false,
      code: 'unfit',
      problem: `mfe-a ${buildOf(1)}: the opening "${films}" is declared, and no manager has approved it: "settings mfe-a --approve ${films}"`,
    });
    await set(0, { openings: [films] });
    done(await publishing(buildOf(1), { needs }));
    await publish(registry, 'shell', buildOf(0), { kind: 'shell' });
    done(await change('promote', 1));
    expect(await registry.channel('production').openings()).toMatchObject([
      { opening: films, bySite: false, approvedFor: ['mfe-a'], neededBy: ['mfe-a'] },
      { opening: 'wasm', bySite: true, approvedFor: [], neededBy: ['mfe-a'] },
    ]);
    const record = await registry.build('mfe-a', buildOf(1));
    const approved = async () =>
      approvedOpenings(record === null ? [] : [record.artifact], await registry.settings.all());
    // What the site has is in the policy of its pages anyway.
    expect(await approved()).toEqual([films]);
    // Who changes something else, and knows no openings, takes none back.
    await set(1, { limits: { files: 7 } });
    expect(await approved()).toEqual([films]);
    done(await publishing(buildOf(2), { needs }));
    await set(2, { openings: [] });
    expect(await approved()).toEqual([]);
    expect(await change('promote', 2)).toMatchObject({
      code: 'unfit',
      problem: expect.stringContaining(films),
    });
  });

  it('say what the site alone can open, and hold no build back for it', async () => {
    const site = { subjects: {}, ownSegments: [], openings: ['injectedStyles'] };
    ({ registry } = await openTestRegistry({ site }));
    await publish(registry, 'shell', buildOf(0), { kind: 'shell' });
    await publish(registry, 'mfe-a', buildOf(1));
    done(await change('promote', 1));
    done(await publishing(buildOf(2), { needs: ['injectedStyles', 'cleanedMarkup'] }));
    const question = { builds: { 'mfe-a': buildOf(2) }, unpublished: [] };
    expect(await registry.channel('production').canShip(question)).toMatchObject({
      fits: true,
      notes: [
        `mfe-a ${buildOf(2)} needs the opening cleanedMarkup, which this site does not have: pages refuse what needs it, until site.config.ts opens it`,
      ],
    });
  });

  it('approve single paths that begin with a parameter', async () => {
    const [approved, not] = ['/:team/notes', '/:team'];
    expect(await publishing(buildOf(1), { paths: [approved] })).toMatchObject({
      code: 'unfit',
      problem: expect.stringContaining(
        'the route "/:team/notes" begins with a parameter, which takes pages of others, and no manager has approved it: "settings APP --approve /:team/notes"',
      ),
    });
    await set(0, { paths: [approved] });
    done(await publishing(buildOf(1), { paths: [approved] }));
    expect(await publishing(buildOf(2), { paths: [approved, not] })).toMatchObject({
      code: 'unfit',
    });
    await publish(registry, 'shell', buildOf(0), { kind: 'shell' });
    done(await change('promote', 1));
    await publish(registry, 'mfe-b', buildOf(1), { paths: ['/b/notes'] });
    const builds = { 'mfe-b': buildOf(1) };
    const wanted = { kind: 'promote', builds, reason } as const;
    expect(await registry.channel('production').change(manager, 1, wanted)).toEqual({
      ok: false,
      code: 'unfit',
      problem: 'mfe-a and mfe-b declare /:team/notes and /b/notes: no address may belong to both',
    });
  });
});
