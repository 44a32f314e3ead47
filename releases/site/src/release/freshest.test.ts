import { describe, expect, it } from 'vitest';
import { type FreshestOptions, keepFreshest } from './freshest.ts';

/** A source that answers when it is told to. */
function source() {
  const asked: PromiseWithResolvers<number>[] = [];
  const troubles: unknown[] = [];
  const open = (options: Partial<FreshestOptions> = {}) =>
    keepFreshest(
      () => {
        const answer = Promise.withResolvers<number>();
        asked.push(answer);
        return answer.promise;
      },
      {
        patience: 60_000,
        giveUp: 60_000,
        onTrouble: (problem) => troubles.push(problem),
        ...options,
      },
    );
  return { asked, troubles, open };
}

/** Lets everything go on that waits for nothing else. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the freshest value', () => {
  it('is read anew for a question that comes while another is read, once for all such', async () => {
    const { asked, open } = source();
    const freshest = open();
    const first = freshest.get();
    const others = [freshest.get(), freshest.get(), freshest.get()];
    expect(asked).toHaveLength(1);
    asked[0]?.resolve(1);
    expect(await first).toEqual({ value: 1, behind: false });
    await settle();
    expect(asked).toHaveLength(2);
    const late = freshest.get();
    asked[1]?.resolve(2);
    expect(await Promise.all(others)).toEqual(Array(3).fill({ value: 2, behind: false }));
    await settle();
    asked[2]?.resolve(3);
    expect(await late).toEqual({ value: 3, behind: false });
  });

  it('is the last one, and said to be behind, when the source fails', async () => {
    const { asked, troubles, open } = source();
    const freshest = open();
    const first = freshest.get();
    asked[0]?.resolve(1);
    await first;
    await settle();
    const problem = new Error('gone');
    for (const place of [1, 2]) {
      const next = freshest.get();
      asked[place]?.reject(problem);
      expect(await next).toEqual({ value: 1, behind: true });
      expect(freshest.troubled()).toBe(true);
      await settle();
    }
    const back = freshest.get();
    asked[3]?.resolve(4);
    expect(await back).toEqual({ value: 4, behind: false });
    expect(freshest.troubled()).toBe(false);
    expect(troubles).toEqual([problem, null]);
  });

  it('is the last one when the source hangs, and nobody waits for that a second time', async () => {
    const { asked, troubles, open } = source();
    const freshest = open({ patience: 50 });
    const first = freshest.get();
    asked[0]?.resolve(1);
    await first;
    await settle();
    expect(await freshest.get()).toEqual({ value: 1, behind: true });
    expect(await freshest.get()).toEqual({ value: 1, behind: true });
    expect(asked).toHaveLength(2);
    expect(troubles).toHaveLength(1);
    asked[1]?.resolve(2);
    await settle();
    const next = freshest.get();
    asked[2]?.resolve(3);
    expect(await next).toEqual({ value: 3, behind: false });
  });

  it('asks again when a reading has been given up', async () => {
    const { asked, open } = source();
    const freshest = open({ patience: 20, giveUp: 50 });
    const first = freshest.get();
    asked[0]?.resolve(1);
    await first;
    await settle();
    await freshest.get();
    await expect.poll(() => freshest.get().then(() => asked.length)).toBeGreaterThan(2);
  });

  it('has no other answer than the failure while there was never a value', async () => {
    const { asked, open } = source();
    const freshest = open({ patience: 10 });
    const first = freshest.get();
    asked[0]?.reject(new Error('never'));
    await expect(first).rejects.toThrow('never');
    await settle();
    const slow = freshest.get();
    await new Promise((resolve) => setTimeout(resolve, 50));
    asked[1]?.resolve(7);
    expect(await slow).toEqual({ value: 7, behind: false });
  });
});
