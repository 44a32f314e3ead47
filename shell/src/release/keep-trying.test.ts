import { createManualClock } from '@tallystick/shared/machine/manual-clock';
import { expect, it, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';

it('what does not come is asked for again, after waits that grow', async () => {
  const { clock, advance, due } = createManualClock();
  const load = vi.fn(async () => {
    if (load.mock.calls.length < 4) throw new Error('no network');
    return 'there';
  });
  const loading = keepTrying(load, clock, () => 0);
  const waits: number[] = [];
  for (let failure = 0; failure < 3; failure += 1) {
    await expect.poll(due).toHaveLength(1);
    const [at = 0] = due();
    waits.push(at);
    advance(at - waits.slice(0, -1).reduce((sum, wait) => Math.max(sum, wait), 0));
  }
  expect(await loading).toBe('there');
  expect(waits).toEqual([1_000, 3_000, 7_000]);
});
