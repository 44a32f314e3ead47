import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildOf, done, draftOf, manager, upload } from '../../../src/registry.testing.ts';
import type { Registry } from '../../../src/registry.ts';
import { type OpenedRegistry, testRegistries } from '../../../src/store/test-registries.testing.ts';
import { errors } from '../errors.ts';
import type { ErrorTables } from '../tables.ts';

const [app, build] = ['mfe-a', buildOf(1)];
const map = '{"version":3,"sources":["src/a.ts"],"mappings":"AAAA"}';

const openTestRegistry = testRegistries();
const parts = [errors.with({ environment: { HEALTH_PER_NETWORK: 5 }, namesThem: false })];
describe('source maps', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  let now: number;
  beforeEach(async () => {
    now = Date.now();
    opened = await openTestRegistry({ parts, now: () => now });
    registry = opened.registry;
  });
  afterEach(() => registry.close());

  async function publish(beside: Record<string, string>, files: Record<string, string> = {}) {
    await upload(registry, app, build, { ...draftOf(app, build, { files }), ...beside });
    return await registry.publish(manager, app, build);
  }
  const kept = async (path: string) => {
    const bytes = await opened.files.artifacts.read(app, build, path);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  };

  it('are kept beside the files of a build, are none of them, and go with it', async () => {
    done(await publish({ 'entry.js.map': map }));
    const record = await registry.build(app, build);
    expect(record?.artifact.files).not.toHaveProperty(['entry.js.map']);
    expect(record?.sizes).not.toHaveProperty(['entry.js.map']);
    expect(await kept('entry.js.map')).toBe(map);
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
    now += 2 * 86_400_000;
    const { deleted } = done(await registry.gc(manager, { dryRun: false }));
    expect(deleted).toMatchObject([{ app, build }]);
    expect(await opened.files.artifacts.list(app, build)).toEqual([]);
    const tables = opened.store.db.withTables<ErrorTables>();
    expect(await tables.selectFrom('source_map').selectAll().execute()).toEqual([]);
  });

  it('come again, or later, and never in place of others', async () => {
    done(await publish({}));
    expect(done(await publish({ 'entry.js.map': map })).published).toBe(false);
    await opened.files.artifacts.write(app, build, 'entry.js.map', new Uint8Array([0]));
    done(await publish({ 'entry.js.map': map }));
    expect(await kept('entry.js.map')).toBe(map);
    done(await publish({ 'entry.js.map': '{"another":1}' }));
    expect(await kept('entry.js.map')).toBe(map);
  });

  it('are refused where pages would get them, and of no file', async () => {
    expect(await publish({}, { 'entry.js.map': map })).toMatchObject({
      code: 'unfit',
      problem: expect.stringContaining('entry.js.map is a source map: leave it out of'),
    });
    expect(await publish({ 'gone.js.map': map }, {})).toMatchObject({
      code: 'unfit',
      problem: `${app} ${build}: gone.js.map is the source map of no file of the build`,
    });
  });

  it('count apart from the files, up to twice their bytes', async () => {
    const limits = { bytes: 2_000, files: 5 };
    const settings = { limits, connect: [], paths: [], reason: 'because of this test' };
    done(await registry.settings.change(manager, app, 0, settings));
    done(await publish({ 'entry.js.map': 'm'.repeat(3_900) }));
    const bytes = new Uint8Array(4_001);
    expect(await registry.putFile(manager, app, buildOf(2), 'entry.js.map', bytes)).toMatchObject({
      code: 'oversize',
      problem: expect.stringContaining('has 4,001 bytes of source maps or more'),
    });
  });
});
