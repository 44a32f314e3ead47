import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../src/contract/channel.ts';
import type { Actor } from '../../src/contract/tokens.ts';
import {
  buildOf,
  done,
  draftOf,
  manager,
  publish,
  publisherOf,
  upload,
} from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { type OpenedRegistry, testRegistries } from '../../src/store/test-registries.testing.ts';
import { previews } from './previews.ts';

const hour = 3_600_000;
const [live, hidden] = [buildOf(1), buildOf(2)];
const own = publisherOf('mfe-a');

const openTestRegistry = testRegistries();
describe('a build for previews', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  let now: number;
  const links = () => previews.of(registry);
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 23);
    opened = await openTestRegistry({ parts: [previews.with()], now: () => now });
    registry = opened.registry;
    await publish(registry, 'shell', buildOf(0), { kind: 'shell' });
    await publish(registry, 'mfe-a', live);
    await upload(registry, 'mfe-a', hidden, draftOf('mfe-a', hidden), own);
    done(await registry.publish(own, 'mfe-a', hidden, { previewOnly: true }));
    const builds = { shell: buildOf(0), 'mfe-a': live };
    await registry
      .channel('production')
      .change(manager, 0, { kind: 'promote', builds, reason: 'first' });
  });
  afterEach(() => registry.close());

  const open = (hours = 72, actor: Actor = own) =>
    links().open(actor, {
      app: 'mfe-a',
      build: hidden,
      channel: 'production',
      hours,
      once: false,
    });
  const reason = async () =>
    done(await registry.gc(manager, { dryRun: true })).kept.find(({ build }) => build === hidden)
      ?.why;

  it('cannot be promoted, given as a canary or gone back to, by nobody', async () => {
    const reason = 'why';
    const changes: Change[] = [
      { kind: 'promote', builds: { 'mfe-a': hidden }, reason },
      { kind: 'canary', builds: { 'mfe-a': hidden }, percent: 5, reason },
    ];
    for (const change of changes) {
      const refused = await registry.channel('production').change(manager, 1, change);
      expect(refused).toMatchObject({ code: 'unfit' });
    }
    const to = { 'mfe-a': hidden };
    const back: Change = { kind: 'rollback', apps: ['mfe-a'], to, recall: false, reason };
    const refused = await registry.channel('production').change(manager, 1, back);
    expect(refused).toMatchObject({ code: 'invalid' });
  });

  it('becomes one for all by being published, without being sent again', async () => {
    now += hour;
    expect(done(await registry.publish(own, 'mfe-a', hidden)).published).toBe(true);
    expect(await registry.isPreviewOnly('mfe-a', hidden)).toBe(false);
    const [newest] = await registry.builds('mfe-a');
    expect(newest).toMatchObject({ build: hidden, publishedAt: '2026-11-23T01:00:00.000Z' });
    expect(newest?.previewOnly).toBeUndefined();
    // What everybody can have does not become a preview again.
    const again = await registry.publish(own, 'mfe-a', hidden, { previewOnly: true });
    expect(done(again).published).toBe(false);
    expect(await registry.isPreviewOnly('mfe-a', hidden)).toBe(false);
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('gets no file into what somebody with more rights is sending', async () => {
    const scope = { kind: 'publisher', app: 'mfe-a', may: 'preview' } as const;
    const pullRequest: Actor = { tokenId: 'run', name: 'CI', scope };
    const id = buildOf(3);
    const evil = draftOf('mfe-a', id, { files: { 'entry.js': 'evil()' } });
    await upload(registry, 'mfe-a', id, draftOf('mfe-a', id), own);
    await upload(registry, 'mfe-a', id, evil, pullRequest);
    done(await registry.publish(own, 'mfe-a', id));
    const bytes = await registry.files.read('mfe-a', id, 'entry.js');
    expect(new TextDecoder().decode(bytes ?? new Uint8Array())).toBe(`run('mfe-a ${id}');`);
    const refused = await registry.publish(pullRequest, 'mfe-a', id, { previewOnly: true });
    expect(refused).toMatchObject({ code: 'taken' });
  });

  it('is kept while a link to it is good, and then deleted', async () => {
    done(await open(48));
    now += 48 * hour - 1;
    expect(await reason()).toBe('preview');
    now += 1;
    expect(await reason()).toBeUndefined();
    const { deleted } = done(await registry.gc(manager, { dryRun: false }));
    expect(deleted.map(({ build }) => build)).toContain(hidden);
    expect(await registry.build('mfe-a', hidden)).toBeNull();
    expect(await open()).toMatchObject({ code: 'unknown' });
  });

  it('is deleted by the registry itself after that, and nothing else is', async () => {
    await registry.close();
    opened = await openTestRegistry({ now: () => now, sweepPace: 20 });
    registry = opened.registry;
    for (const build of [live, hidden]) {
      await upload(registry, 'mfe-a', build, draftOf('mfe-a', build));
      done(await registry.publish(manager, 'mfe-a', build, { previewOnly: build === hidden }));
    }
    now += 48 * hour;
    await expect.poll(() => registry.build('mfe-a', hidden)).toBeNull();
    expect(await registry.build('mfe-a', live)).not.toBeNull();
    const [entry] = await registry.audit.entries({ limit: 1 });
    expect(entry).toMatchObject({ action: 'gc', by: 'the registry' });
  });

  it('has links that are found by their secret, and ended by who may publish the app', async () => {
    const { link, secret } = done(await open());
    expect(await links().find({ secret })).toEqual(link);
    expect(
      await links().find({
        secret: `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      }),
    ).toBeNull();
    expect(await open(72, publisherOf('mfe-b'))).toMatchObject({ code: 'forbidden' });
    expect(await links().list(publisherOf('mfe-b'))).toEqual([]);
    expect(await links().end(publisherOf('mfe-b'), link.id)).toMatchObject({
      code: 'unknown',
    });
    expect(await links().list(own)).toEqual([{ ...link, browsers: 0 }]);
    done(await links().end(own, link.id));
    expect(await links().find({ secret })).toBeNull();
    expect((await registry.audit.entries({ limit: 2 })).map(({ action }) => action)).toEqual([
      'preview-end',
      'preview-link',
    ]);
  });

  it('has links that show it with a build of another app, for who may preview both', async () => {
    const other = buildOf(4);
    await publish(registry, 'mfe-b', other);
    const wanted = { app: 'mfe-a', build: hidden, channel: 'production', hours: 48, once: false };
    const both = { ...wanted, beside: { 'mfe-b': other } };
    expect(await links().open(own, both)).toMatchObject({
      code: 'forbidden',
      problem: 'the token "mfe-a team" is for mfe-a alone, not for mfe-b',
    });
    const none = { ...wanted, beside: { 'mfe-b': buildOf(9) } };
    expect(await links().open(manager, none)).toMatchObject({ code: 'unknown' });
    const scope = { kind: 'publisher' as const, app: 'mfe-b', others: ['mfe-a'] };
    const team = { tokenId: 'team', name: 'Team', scope };
    const { link, secret } = done(await links().open(team, both));
    const { hours: _, ...said } = both;
    expect(link).toMatchObject(said);
    expect(await links().find({ secret })).toEqual(link);
    for (const of of ['mfe-a', 'mfe-b']) {
      expect(await links().list(publisherOf(of), of)).toEqual([{ ...link, browsers: 0 }]);
    }
    const { kept } = done(await registry.gc(manager, { dryRun: true }));
    expect(kept.filter(({ why }) => why === 'preview').map(({ app }) => app)).toContain('mfe-b');
    // A recall of either ends it.
    const promote: Change = { kind: 'promote', builds: { 'mfe-b': other }, reason: 'first' };
    done(await registry.channel('production').change(manager, 1, promote));
    const remove: Change = { kind: 'remove', apps: ['mfe-b'], reason: 'not needed' };
    const removed = done(await registry.channel('production').change(manager, 2, remove));
    expect(removed.endedPreviews).toEqual([{ id: link.id, app: 'mfe-b', build: other }]);
    expect(await links().find({ secret })).toBeNull();
  });

  /** A browser begins to look at something, by a link or by Maria's ticket. */
  const look = (selected: { revision?: number; builds: Record<string, string>; link?: string }) =>
    registry.shortLived.issue(
      'preview',
      JSON.stringify({ channel: 'production', ...selected }),
      selected.link ?? 'Maria',
    );
  const goBack = (recall: boolean): Change => ({
    kind: 'rollback',
    apps: ['mfe-a'],
    to: {},
    recall,
    reason: 'totals wrong',
  });
  /** A second build of `mfe-a` becomes live, and a link of each app is open in one browser. */
  async function openBoth() {
    const newer = buildOf(3);
    for (const [app, build] of [
      ['mfe-a', newer],
      ['mfe-b', buildOf(4)],
    ] as const) {
      await publish(registry, app, build);
      const builds = { [app]: build };
      const { current } = await registry.channel('production').board();
      const change: Change = { kind: 'promote', builds, reason: 'newer' };
      done(await registry.channel('production').change(manager, current?.revision ?? 0, change));
    }
    const asked = { channel: 'production', hours: 1, once: false };
    const a = done(await open()).link;
    const b = done(await links().open(manager, { ...asked, app: 'mfe-b', build: buildOf(4) })).link;
    const inA = await look({ builds: { 'mfe-a': hidden }, link: a.id });
    const asManager = await look({ builds: { 'mfe-a': hidden } });
    const inB = await look({ builds: { 'mfe-b': buildOf(4) }, link: b.id });
    return { newer, a, b, inA, inB, asManager };
  }
  const shown = async (secrets: string[]) =>
    Promise.all(
      secrets.map(async (one) => (await registry.shortLived.find('preview', one)) !== null),
    );
  const change = (wanted: Change) => registry.channel('production').change(manager, 3, wanted);

  it('is seen no more once its app is recalled, by a link or by a manager', async () => {
    const { newer, a, b, inA, inB, asManager } = await openBoth();
    const used = await links().list(manager);
    expect(used.map(({ app, createdBy, browsers }) => [app, createdBy, browsers]).sort()).toEqual([
      ['mfe-a', 'Maria', 1],
      ['mfe-a', 'mfe-a team', 1],
      ['mfe-b', 'Ann', 1],
    ]);
    const ended = [{ id: a.id, app: 'mfe-a', build: hidden }];
    const would = done(await registry.channel('production').preview(manager, goBack(true)));
    expect(would.endedPreviews).toEqual(ended);
    expect(await shown([inA, asManager, inB])).toEqual([true, true, true]);

    expect(done(await change(goBack(true))).endedPreviews).toEqual(ended);
    expect(await shown([inA, asManager, inB])).toEqual([false, false, true]);
    expect(await links().find({ id: a.id })).toBeNull();
    expect((await links().list(manager)).map(({ id }) => id)).toEqual([b.id]);
    const [entry] = await registry.audit.entries({ limit: 1 });
    expect(entry).toMatchObject({
      action: 'change',
      detail: { revision: { endedPreviews: ended } },
    });
    // Another build may be looked at again, the recalled one may not.
    expect((await open()).ok).toBe(true);
    const wanted = { app: 'mfe-a', channel: 'production', hours: 1, once: false };
    const again = await links().open(own, { ...wanted, build: newer });
    expect(again).toMatchObject({ code: 'invalid' });
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('is seen no more once its app is taken out of a channel; a rollback alone ends nothing', async () => {
    const { a, inA, inB } = await openBoth();
    const back = done(await change(goBack(false)));
    expect(back.endedPreviews).toBeUndefined();
    expect(await shown([inA, inB])).toEqual([true, true]);
    const remove: Change = { kind: 'remove', apps: ['mfe-a'], reason: 'not needed' };
    const removed = done(await registry.channel('production').change(manager, 4, remove));
    expect(removed.endedPreviews?.map(({ id }) => id)).toEqual([a.id]);
    expect(await shown([inA, inB])).toEqual([false, true]);
  });

  it('is named where a manager looks at it by a ticket, to who may recall the app, and ended', async () => {
    const inA = await look({ builds: { 'mfe-a': hidden } });
    const inShell = await look({ builds: { shell: buildOf(0) } });
    const [open, ...more] = await links().list(own);
    expect(more).toEqual([]);
    expect(open).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      app: 'mfe-a',
      build: hidden,
      channel: 'production',
      once: true,
      createdAt: '2026-11-23T00:00:00.000Z',
      createdBy: 'Maria',
      expiresAt: '2026-11-23T01:00:00.000Z',
      browsers: 1,
    });
    const id = open?.id ?? '';
    const scope = { kind: 'publisher', app: 'mfe-a', may: 'publish' } as const;
    for (const other of [publisherOf('mfe-b'), { tokenId: 'run', name: 'CI', scope }]) {
      expect(await links().list(other)).toEqual([]);
      expect(await links().end(other, id)).toMatchObject({ code: 'unknown' });
    }
    expect(await shown([inA, inShell])).toEqual([true, true]);
    done(await links().end(own, id));
    expect(await shown([inA, inShell])).toEqual([false, true]);
    expect(await links().list(own)).toEqual([]);
    const [entry] = await registry.audit.entries({ limit: 1 });
    const ended = { id, app: 'mfe-a', build: hidden, createdBy: 'Maria' };
    expect(entry).toMatchObject({ action: 'preview-end', by: 'mfe-a team', detail: ended });
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it.each([
    ['what is not live is named', false],
    ['what shows a recalled build shows nothing, and is not named', true],
  ])('of a revision that a manager looks at: %s', async (_what, recall) => {
    const named = async () =>
      (await links().list(manager)).map(({ app, build }) => `${app} ${build}`);
    const newer = buildOf(3);
    await publish(registry, 'mfe-a', newer);
    const promote: Change = { kind: 'promote', builds: { 'mfe-a': newer }, reason: 'newer' };
    await look({ revision: 1, builds: {} });
    expect(await named()).toEqual([]);
    done(await registry.channel('production').change(manager, 1, promote));
    await look({ revision: 2, builds: {} });
    expect(await named()).toEqual([`mfe-a ${live}`]);
    done(await registry.channel('production').change(manager, 2, goBack(recall)));
    expect(await named()).toEqual(recall ? [] : [`mfe-a ${newer}`]);
  });

  it('is one by the audit log: no row makes it public or gives somebody a link', async () => {
    const { db } = opened.store;
    await sql`update build set record = record - 'previewOnly', published_by = 'me'`.execute(db);
    expect(await registry.isPreviewOnly('mfe-a', hidden)).toBe(true);
    expect(JSON.stringify(await registry.audit.entries({ limit: 50 }))).not.toContain(
      done(await open()).secret.slice(21),
    );
  });
});
