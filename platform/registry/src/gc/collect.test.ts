import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../contract/channel.ts';
import { filesOnDisk } from '../files/disk.ts';
import {
  buildOf,
  done,
  draftOf,
  manager,
  publish,
  publisherOf,
  upload,
} from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { type OpenedRegistry, testRegistries } from '../store/test-registries.testing.ts';

const day = 86_400_000;
const reason = 'because of this test';

const openTestRegistry = testRegistries();
describe('collecting', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  let now: number;
  let revision: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 21);
    revision = 0;
    opened = await openTestRegistry({ now: () => now });
    registry = opened.registry;
    await publish(registry, 'shell', buildOf(0), { kind: 'shell' });
  });
  afterEach(() => registry.close());

  async function promote(build: string, channel = 'production'): Promise<void> {
    const builds = { shell: buildOf(0), 'mfe-a': build };
    const change = { kind: 'promote', builds, reason } as const;
    done(await registry.channel(channel).change(manager, revision, change));
    revision += 1;
  }
  const collect = async (dryRun = false) => done(await registry.gc(manager, { dryRun }));
  const keptFor = async (build: string) =>
    (await collect(true)).kept.find((one) => one.app === 'mfe-a' && one.build === build)?.why;

  it('keeps what is new, and deletes what was never used after a day', async () => {
    await publish(registry, 'mfe-a', buildOf(1));
    expect(await keptFor(buildOf(1))).toBe('newly-published');
    now += day - 1;
    expect(await keptFor(buildOf(1))).toBe('newly-published');
    now += 1;
    expect(await keptFor(buildOf(1))).toBeUndefined();
  });

  it('takes the revisions of one channel for no other’s', async () => {
    for (let n = 1; n <= 23; n += 1) await publish(registry, 'mfe-a', buildOf(n));
    await promote(buildOf(1), 'staging');
    revision = 0;
    for (let n = 2; n <= 23; n += 1) await promote(buildOf(n));
    now += 31 * day;
    expect(await keptFor(buildOf(1))).toBe('live');
    expect(await keptFor(buildOf(2))).toBeUndefined();
    expect(await keptFor(buildOf(4))).toBe('rollback-window');
  });

  it('keeps what a channel reaches: live, canary, 20 revisions or 30 days back', async () => {
    for (let n = 1; n <= 23; n += 1) await publish(registry, 'mfe-a', buildOf(n));
    now += 5 * day;
    for (let n = 1; n <= 21; n += 1) await promote(buildOf(n));
    const canary = {
      kind: 'canary',
      builds: { 'mfe-a': buildOf(22) },
      percent: 5,
      reason,
    } as const;
    done(await registry.channel('production').change(manager, 21, canary));
    expect(await keptFor(buildOf(21))).toBe('live');
    expect(await keptFor(buildOf(22))).toBe('canary');
    expect(await keptFor(buildOf(20))).toBe('fallback');
    expect(await keptFor(buildOf(1))).toBe('rollback-window');
    expect(await keptFor(buildOf(23))).toBeUndefined();
    now += 30 * day - 1;
    expect(await keptFor(buildOf(1))).toBe('rollback-window');
    now += 1;
    // Revisions 3 to 22 are the newest 20.
    expect(await keptFor(buildOf(3))).toBe('rollback-window');
    expect((await collect(true)).deleted.map(({ build }) => build)).toEqual(
      [1, 2, 23].map(buildOf),
    );
  });

  it('keeps where a rollback of each app goes, however long ago that was live', async () => {
    for (const n of [1, 2]) await publish(registry, 'mfe-a', buildOf(n));
    await publish(registry, 'shell', buildOf(9), { kind: 'shell' });
    await promote(buildOf(1));
    const move = async (builds: Record<string, string>) => {
      const change = { kind: 'promote', builds, reason } as const;
      done(await registry.channel('production').change(manager, revision, change));
      revision += 1;
    };
    await move({ shell: buildOf(9) });
    for (let n = 0; n < 20; n += 1) await move({ 'mfe-a': buildOf(n % 2 === 0 ? 2 : 1) });
    now += 31 * day;
    expect((await collect()).deleted).toEqual([]);
    const back: Change = { kind: 'rollback', apps: ['shell'], to: {}, recall: false, reason };
    const made = done(await registry.channel('production').change(manager, revision, back));
    expect(made.builds).toMatchObject({ shell: buildOf(0) });
  });

  it('is no damage for who verifies meanwhile', async () => {
    const files = filesOnDisk(join(opened.folder, 'verified'));
    let collected: Promise<unknown> | null = null;
    const read: typeof files.artifacts.read = async (...file) => {
      collected ??= other.gc(manager, { dryRun: false });
      await collected;
      return files.artifacts.read(...file);
    };
    const artifacts = { ...files.artifacts, read };
    const { registry: other } = await openTestRegistry({
      now: () => now,
      files: { ...files, artifacts },
    });
    await publish(other, 'mfe-a', buildOf(1));
    now += 2 * day;
    expect(await other.audit.verify()).toMatchObject({ ok: true, problems: [] });
    expect(await other.builds()).toEqual([]);
  });

  it('deletes records and files of what it said in a dry run, and says so in the log', async () => {
    await publish(registry, 'mfe-a', buildOf(1));
    await publish(registry, 'mfe-a', buildOf(2));
    await publish(registry, 'mfe-a', buildOf(3));
    await promote(buildOf(2));
    now += 2 * day;
    const gone = [1, 3].map((n) => ({ app: 'mfe-a', build: buildOf(n) }));
    const dry = await collect(true);
    expect(dry).toMatchObject({ dryRun: true, deleted: gone });
    expect(dry.freed).toBe(dry.deleted.reduce((sum, { size }) => sum + size, 0));
    expect(await registry.build('mfe-a', buildOf(1))).not.toBeNull();
    expect(await collect()).toEqual({ ...dry, dryRun: false });
    expect(await registry.build('mfe-a', buildOf(1))).toBeNull();
    expect(await registry.files.list('mfe-a', buildOf(1))).toEqual([]);
    expect(await registry.files.list('mfe-a', buildOf(2))).toHaveLength(3);
    expect(await registry.audit.entries({ limit: 1 })).toMatchObject([
      {
        action: 'gc',
        detail: { deleted: gone, freed: dry.freed },
      },
    ]);
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
    const promoted = { kind: 'promote', builds: { 'mfe-a': buildOf(1) }, reason } as const;
    expect(await registry.channel('production').change(manager, 1, promoted)).toMatchObject({
      ok: false,
      code: 'unknown',
    });
    expect((await collect()).deleted).toEqual([]);
    expect(await registry.audit.entries({ limit: 1 })).toMatchObject([
      { action: 'gc', sequence: 6 },
    ]);
    await publish(registry, 'mfe-a', buildOf(1));
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('clears away old drafts, and files that a kill has left', async () => {
    const half = draftOf('mfe-a', buildOf(5));
    await upload(registry, 'mfe-a', buildOf(5), half);
    await upload(registry, 'mfe-a', buildOf(6), half);
    for (const build of [buildOf(7), buildOf(8)]) {
      await opened.files.artifacts.write('mfe-a', build, 'entry.js', new Uint8Array([1]));
    }
    const unfinished = ['artifacts', 'drafts'].map((kind) =>
      join(opened.folder, kind, '.writing', 'unfinished'),
    );
    for (const path of unfinished) await writeFile(path, 'half');
    now = Date.now() + 2 * day;
    const later = new Date(now - day / 2);
    for (const path of [
      `drafts/mfe-a/${buildOf(6)}/entry.js`,
      `artifacts/mfe-a/${buildOf(8)}/entry.js`,
    ]) {
      await utimes(join(opened.folder, path), later, later);
    }
    await collect(true);
    expect(await readdir(join(opened.folder, 'drafts', 'mfe-a'))).toHaveLength(2);
    await collect();
    expect(await readdir(join(opened.folder, 'drafts', 'mfe-a'))).toEqual([buildOf(6)]);
    expect(await readdir(join(opened.folder, 'artifacts', 'mfe-a'))).toEqual([buildOf(8)]);
    for (const path of unfinished) await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('is a manager’s business', async () => {
    const forbidden = { ok: false, code: 'forbidden' };
    expect(await registry.gc(publisherOf('mfe-a'), { dryRun: true })).toMatchObject(forbidden);
  });
});
