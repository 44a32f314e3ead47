import { describe, expect, it } from 'vitest';
import { type SingleFlightOptions, singleFlight } from './single-flight.ts';

/** A source that answers when it is told to. */
function source() {
  const asked: PromiseWithResolvers<number>[] = [];
  const troubles: unknown[] = [];
  const open = (options: Partial<SingleFlightOptions> = {}) =>
    singleFlight(
      () => {
        const answer = Promise.withResolvers<number>();
        asked.push(answer);
        return answer.promise;
      },
      {
        staleAfterMs: 60_000,
        timeoutMs: 60_000,
        onTrouble: (problem) => troubles.push(problem),
        ...options,
      },
    );
  return { asked, troubles, open };
}

/** Lets everything go on that waits for nothing else. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the value of a single flight', () => {
  it('is read anew for a question that comes while another is read, once for all such', async () => {
    const { asked, open } = source();
    const get = open();
    const first = get();
    const others = [get(), get(), get()];
    expect(asked).toHaveLength(1);
    asked[0]?.resolve(1);
    expect(await first).toEqual({ value: 1, stale: false });
    await settle();
    expect(asked).toHaveLength(2);
    const late = get();
    asked[1]?.resolve(2);
    expect(await Promise.all(others)).toEqual(Array(3).fill({ value: 2, stale: false }));
    await settle();
    asked[2]?.resolve(3);
    expect(await late).toEqual({ value: 3, stale: false });
  });

  it('is never read twice at once, in whichever moment somebody asks', async () => {
    const { asked, open } = source();
    const get = open();
    void get();
    void get();
    const asking = (async () => {
      for (let turn = 0; turn < 30; turn += 1) {
        await null;
        void get();
      }
    })();
    asked[0]?.resolve(1);
    await asking;
    await settle();
    expect(asked).toHaveLength(2);
  });

  it('is the last one, and said to be stale, when the source fails', async () => {
    const { asked, troubles, open } = source();
    const get = open();
    const first = get();
    asked[0]?.resolve(1);
    await first;
    await settle();
    const problem = new Error('gone');
    for (const turn of [1, 2]) {
      const next = get();
      asked[turn]?.reject(problem);
      expect(await next).toEqual({ value: 1, stale: true });
      expect(troubles).toEqual([problem]);
      await settle();
    }
    const back = get();
    asked[3]?.resolve(4);
    expect(await back).toEqual({ value: 4, stale: false });
    expect(troubles).toEqual([problem, null]);
  });

  it('is the last one when the source hangs, and nobody waits for that a second time', async () => {
    const { asked, troubles, open } = source();
    const get = open({ staleAfterMs: 50 });
    const first = get();
    asked[0]?.resolve(1);
    await first;
    await settle();
    expect(await get()).toEqual({ value: 1, stale: true });
    expect(await get()).toEqual({ value: 1, stale: true });
    expect(asked).toHaveLength(2);
    expect(troubles).toHaveLength(1);
    asked[1]?.resolve(2);
    await settle();
    const next = get();
    asked[2]?.resolve(3);
    expect(await next).toEqual({ value: 3, stale: false });
  });

  it('asks again when a reading has been given up', async () => {
    const { asked, open } = source();
    const get = open({ staleAfterMs: 20, timeoutMs: 50 });
    const first = get();
    asked[0]?.resolve(1);
    await first;
    await settle();
    await get();
    await expect.poll(() => get().then(() => asked.length)).toBeGreaterThan(2);
  });

  it('has no other answer than the failure while there was never a value', async () => {
    const { asked, open } = source();
    const get = open({ staleAfterMs: 10 });
    const first = get();
    asked[0]?.reject(new Error('never'));
    await expect(first).rejects.toThrow('never');
    await settle();
    const slow = get();
    await new Promise((resolve) => setTimeout(resolve, 50));
    asked[1]?.resolve(7);
    expect(await slow).toEqual({ value: 7, stale: false });
  });
});
