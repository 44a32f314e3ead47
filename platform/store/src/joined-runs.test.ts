import { expect, it } from 'vitest';
import { actingFor, currentWork } from './caller.ts';
import { joinedRuns } from './joined-runs.ts';

it('runs once for all that ask while a run or the rest after it lasts', async () => {
  const running: ((result: number) => void)[] = [];
  const resting: (() => void)[] = [];
  const ask = joinedRuns(
    () => new Promise<number>((end) => running.push(end)),
    () => new Promise<void>((end) => resting.push(end)),
  );
  const first = ask();
  await expect.poll(() => running.length).toBe(1);
  const later = [ask(), ask()];
  running[0]?.(1);
  expect(await first).toBe(1);
  await expect.poll(() => resting.length).toBe(1);
  later.push(ask());
  expect(running.length).toBe(1);
  resting[0]?.();
  await expect.poll(() => running.length).toBe(2);
  running[1]?.(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

it('rests after a run that fails, too, and tells those that asked for it only', async () => {
  const resting: (() => void)[] = [];
  const results = [Promise.reject(new Error('the database is away')), Promise.resolve('there')];
  const ask = joinedRuns(
    () => results.shift() ?? Promise.resolve('again'),
    () => new Promise<void>((end) => resting.push(end)),
  );
  await expect(ask()).rejects.toThrow('away');
  const next = ask();
  resting[0]?.();
  expect(await next).toBe('there');
});

it('runs for nobody, whoever asked first', async () => {
  const ask = joinedRuns(async () => currentWork().caller);
  const caller = { client: 'first', gone: AbortSignal.abort() };
  expect(await actingFor(caller, ask)).toBeUndefined();
});
