import { describe, expect, it } from 'vitest';
import { event } from './event.testing.ts';
import type { EventPage } from './events.ts';
import { createReplayPages } from './replay-pages.ts';

/** A table with the numbers from `oldest` to `newest` but for every tenth, and what was read of it. */
function tableOf(oldest: number, newest: number) {
  const reads: number[] = [];
  const state = { atOnce: 0, most: 0, fails: false };
  const page = async (cursor: number, limit: number, last = newest): Promise<EventPage> => {
    reads.push(cursor);
    state.atOnce += 1;
    state.most = Math.max(state.most, state.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    state.atOnce -= 1;
    if (state.fails) throw new Error('The store is gone.');
    const numbers = Array.from({ length: newest - oldest + 1 }, (_, n) => oldest + n);
    const found = numbers.filter((n) => n % 10 !== 0 && n > cursor && n <= last).slice(0, limit);
    return { events: found.map(event), complete: cursor + 1 >= oldest };
  };
  return { page, reads, state };
}

const numbersIn = (bytes: Buffer) =>
  [...bytes.toString().matchAll(/"_data":"(\d+)"/g)].map(([, number]) => Number(number));

describe('pages of a replay', () => {
  /** As a stream reads them: from a position to the floor. */
  async function readAll(
    pages: ReturnType<typeof createReplayPages>,
    since: number,
    floor: number,
  ) {
    const read = { frames: [] as number[], bytes: [] as number[] };
    for (let cursor = since; cursor < floor; ) {
      const page = await pages.after(cursor, floor);
      if (page === null) return 'gone';
      read.frames.push(...page.frames.map(({ sequence }) => sequence));
      read.bytes.push(...numbersIn(page.bytes));
      cursor = page.upTo;
    }
    expect(read.frames).toEqual(read.bytes);
    return read.frames;
  }
  const expected = (since: number, floor: number) =>
    Array.from({ length: floor - since }, (_, n) => since + 1 + n).filter((n) => n % 10 !== 0);

  it('are read once, one at a time, for all who come back together, wherever they were', async () => {
    const { page, reads, state } = tableOf(1, 3_000);
    const pages = createReplayPages({ page });
    const sinces = [0, 1, 499, 500, 501, 1_230, 0, 700];
    const all = await Promise.all(sinces.map((since) => readAll(pages, since, 2_500)));
    expect(all).toEqual(sinces.map((since) => expected(since, 2_500)));
    expect(reads.toSorted((one, other) => one - other)).toEqual([0, 500, 1_000, 1_500, 2_000]);
    expect(state.most).toBe(1);
    pages.forget();
    await readAll(pages, 2_000, 2_500);
    expect(reads).toHaveLength(6);
  });

  it('end at the floor, which may be within one', async () => {
    const { page } = tableOf(1, 3_000);
    expect(await readAll(createReplayPages({ page }), 480, 1_234)).toEqual(expected(480, 1_234));
  });

  it('are read from the position on if their first events are gone, and say so if its own are', async () => {
    const { page } = tableOf(700, 3_000);
    const pages = createReplayPages({ page });
    expect(await readAll(pages, 800, 2_000)).toEqual(expected(800, 2_000));
    expect(await readAll(pages, 600, 2_000)).toBe('gone');
  });

  it('are read again after a failure', async () => {
    const { page, state } = tableOf(1, 1_000);
    const pages = createReplayPages({ page });
    state.fails = true;
    await expect(Promise.all([pages.after(0, 1_000), pages.after(500, 1_000)])).rejects.toThrow();
    state.fails = false;
    expect(await readAll(pages, 0, 1_000)).toEqual(expected(0, 1_000));
  });
});
