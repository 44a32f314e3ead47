import { expect, it } from 'vitest';
import { batchedReads } from './batched-reads.ts';

it('reads at once what is asked while it reads', async () => {
  const readings: string[][] = [];
  const answer: (() => void)[] = [];
  const ask = batchedReads(async (keys: readonly string[]) => {
    readings.push([...keys]);
    await new Promise<void>((done) => answer.push(done));
    return new Map(keys.map((key) => [key, `${key}${readings.length}`]));
  });
  const first = ask('a');
  await expect.poll(() => readings).toEqual([['a']]);
  const rest = [ask('a'), ask('b'), ask('b')];
  answer[0]?.();
  expect(await first).toBe('a1');
  await expect.poll(() => readings).toEqual([['a'], ['a', 'b']]);
  answer[1]?.();
  expect(await Promise.all(rest)).toEqual(['a2', 'b2', 'b2']);
});

it('tells all that asked when a reading fails, and reads again', async () => {
  let fails = true;
  const ask = batchedReads(async (keys: readonly string[]) => {
    if (fails) throw new Error('the database is away');
    return new Map(keys.map((key) => [key, key]));
  });
  expect(await Promise.allSettled([ask('a'), ask('b')])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  fails = false;
  expect(await ask('a')).toBe('a');
});
