import { describe, expect, it } from 'vitest';
import type { Answer } from '../admin/answer.ts';
import { startQuery } from './query.ts';

/** Questions that wait until the test answers them. */
function questions() {
  const waiting: ((answer: Answer<number>) => void)[] = [];
  let asked = 0;
  const read = (): Promise<Answer<number>> => {
    asked += 1;
    return new Promise((resolve) => waiting.push(resolve));
  };
  const answer = async (value: number): Promise<void> => {
    waiting.shift()?.({ ok: true, value });
    // What hangs on the answer runs before the next line of the test.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { read, answer, asked: () => asked };
}

describe('query', () => {
  it('asks once, and once more for all that was wanted meanwhile', async () => {
    const { read, answer, asked } = questions();
    const told: unknown[] = [];
    const query = startQuery(read, (each) => told.push(each.ok && each.value));
    query.refetch();
    query.refetch();
    expect(asked()).toBe(1);
    await answer(1);
    expect([asked(), told]).toEqual([2, [1]]);
    await answer(2);
    expect([asked(), told]).toEqual([2, [1, 2]]);
    query.refetch();
    expect(asked()).toBe(3);
  });

  it('tells nothing any more once it is stopped', async () => {
    const { read, answer, asked } = questions();
    const told: unknown[] = [];
    const query = startQuery(read, (each) => told.push(each));
    query.stop();
    await answer(1);
    query.refetch();
    expect([asked(), told]).toEqual([1, []]);
  });

  it('goes on after a question that was broken off', async () => {
    let asked = 0;
    const told: unknown[] = [];
    const query = startQuery<number>(
      () => {
        asked += 1;
        return asked === 1
          ? Promise.reject(new Error('gone'))
          : Promise.resolve({ ok: true, value: asked });
      },
      (each) => told.push(each),
    );
    await new Promise((resolve) => setImmediate(resolve));
    query.refetch();
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([{ ok: true, value: 2 }]);
  });
});
