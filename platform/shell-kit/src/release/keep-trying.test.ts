import { expect, it, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';

it('what does not come is asked for again, after waits that grow', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const begun = Date.now();
  const asked: number[] = [];
  const loading = keepTrying(async () => {
    asked.push(Date.now() - begun);
    if (asked.length < 4) throw new Error('no network');
    return 'there';
  });
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await loading).toBe('there');
  expect(asked).toEqual([0, 1_000, 3_000, 7_000]);
});
