import { describe, expect, it } from 'vitest';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const openTestRegistry = testRegistries();
describe('the figures of a registry', () => {
  it('count builds, revisions by kind, and what its store takes', async () => {
    const { registry } = await openTestRegistry();
    expect(await registry.figures()).toEqual({
      builds: 0,
      changes: {
        promote: 0,
        canary: 0,
        rollback: 0,
        recall: 0,
        remove: 0,
        hold: 0,
        unhold: 0,
        slots: 0,
        configure: 0,
      },
      held: 0,
      noticesWaiting: 0,
      historyProblems: 0,
      shouts: 0,
      waiting: expect.any(Number),
      bytes: expect.any(Number),
    });
    await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
    for (const n of [2, 3]) await publish(registry, 'mfe-a', buildOf(n));
    const reason = 'because';
    const promote = { kind: 'promote', reason } as const;
    const first = { shell: buildOf(1), 'mfe-a': buildOf(2) };
    done(await registry.channel('test').change(manager, 0, { ...promote, builds: first }));
    const next = { 'mfe-a': buildOf(3) };
    done(await registry.channel('test').change(manager, 1, { ...promote, builds: next }));
    const back = { kind: 'rollback', to: {}, recall: true, reason } as const;
    done(await registry.channel('test').change(manager, 2, { ...back, apps: ['mfe-a'] }));
    const figures = await registry.figures();
    expect(figures).toMatchObject({ builds: 3, changes: { promote: 2, recall: 1 } });
    expect(figures.bytes).toBeGreaterThan(1_000_000);
  });
});
