import { type KyselyPlugin, type RootOperationNode, TableNode } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { Change } from '../contract/channel.ts';
import { buildOf, done, manager, publish, publisherOf, testKey } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { registryOver } from '../registry-over.ts';
import { never, testRegistries } from '../store/test-registries.testing.ts';

const reason = 'because of this test';
const recall: Change = { kind: 'rollback', apps: ['mfe-a'], to: {}, recall: true, reason };

/** A channel in which a build can be recalled; its newest revision. */
async function startChannel(registry: Registry): Promise<number> {
  await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
  await publish(registry, 'mfe-a', buildOf(1));
  await publish(registry, 'mfe-a', buildOf(2));
  const first = { shell: buildOf(1), 'mfe-a': buildOf(1) };
  done(await registry.channel('c').change(manager, 0, { kind: 'promote', builds: first, reason }));
  const second = { kind: 'promote', builds: { 'mfe-a': buildOf(2) }, reason } as const;
  return done(await registry.channel('c').change(manager, 1, second)).revision;
}

const openTestRegistry = testRegistries();
it('reads once for all who ask at once and for a minute, and says when it began', async () => {
  let now = Date.UTC(2026, 10, 28);
  const { registry, files } = await openTestRegistry({ now: () => now });
  await startChannel(registry);
  const read = vi.spyOn(files.artifacts, 'read');
  const first = new Date(now).toISOString();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => registry.audit.verification(manager)),
  );
  const reads = read.mock.calls.map((file) => file.join('/'));
  expect(new Set(reads).size).toBe(9);
  expect(reads).toHaveLength(9);
  expect(all).toEqual(
    Array.from({ length: 20 }, () => ({
      ok: true,
      value: expect.objectContaining({ ok: true, entries: 5, revisions: 2, at: first }),
    })),
  );
  done(await registry.channel('c').lock(manager, 'mfe-a', reason));
  now += 59_999;
  expect(done(await registry.audit.verification(manager))).toMatchObject({ entries: 5, at: first });
  now += 1;
  const then = new Date(now).toISOString();
  expect(done(await registry.audit.verification(manager))).toMatchObject({ entries: 6, at: then });
});

it('is for managers alone', async () => {
  const { registry, files } = await openTestRegistry();
  await publish(registry, 'mfe-a', buildOf(1));
  const read = vi.spyOn(files.artifacts, 'read');
  expect(await registry.audit.verification(publisherOf('mfe-a'))).toMatchObject({
    code: 'forbidden',
  });
  expect(read).not.toHaveBeenCalled();
});

it('lets a recall through while a file that it reads does not come', async () => {
  const { registry, files } = await openTestRegistry();
  const revision = await startChannel(registry);
  const { read } = files.artifacts;
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  vi.spyOn(files.artifacts, 'read').mockImplementation(async (...file) => {
    reached.resolve();
    await held.promise;
    return await read(...file);
  });
  const asked = registry.audit.verification(manager);
  await reached.promise;
  const recalled = done(await registry.channel('c').change(manager, revision, recall));
  expect(recalled.builds).toMatchObject({ 'mfe-a': buildOf(1) });
  held.resolve();
  expect(done(await asked)).toMatchObject({ ok: true, revisions: 2 });
});

it('lets a recall through while it reads the tables, and tells of them as they were', async () => {
  const { registry, store, files } = await openTestRegistry();
  const revision = await startChannel(registry);
  const act = async () => {
    const { kind } = done(await registry.channel('c').change(manager, revision, recall));
    done(
      await registry.access.createToken(manager, {
        name: 'x',
        scope: { kind: 'manager' },
        days: 1,
      }),
    );
    return kind;
  };
  let acting: Promise<string> | null = null;
  const meanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (tableOf(node) === 'build') acting ??= act();
      return node;
    },
    transformResult: async ({ result }) => {
      await acting;
      return result;
    },
  };
  const watched = { ...store, db: store.db.withPlugin(meanwhile), close: async () => {} };
  const other = registryOver({ store: watched, files, key: testKey, watchPace: never });
  expect(done(await other.audit.verification(manager))).toMatchObject({ ok: true, revisions: 2 });
  expect(await acting).toBe('recall');
  await other.close();
  expect(done(await registry.audit.verification(manager))).toMatchObject({
    ok: true,
    revisions: 3,
  });
});

/** The first table that a statement reads. */
function tableOf(node: RootOperationNode): string | undefined {
  const [from] = node.kind === 'SelectQueryNode' ? (node.from?.froms ?? []) : [];
  return from !== undefined && TableNode.is(from) ? from.table.identifier.name : undefined;
}
