import { expect, it } from 'vitest';
import { done, type Failure, firstProblem } from './outcome.ts';

const failure: Failure = { ok: false, problem: 'it broke' };

it('answers the first failure without waiting for the rest', async () => {
  const never = new Promise<typeof done>(() => {});
  expect(await firstProblem([never, Promise.resolve(failure)])).toBe(failure);
});

it('fails as a step does that throws', async () => {
  const throws = Promise.reject(new Error('no room'));
  await expect(firstProblem([throws, Promise.resolve(done)])).rejects.toThrow('no room');
});

it('is done when every step is', async () => {
  expect(await firstProblem([Promise.resolve(done), Promise.resolve(done)])).toEqual({ ok: true });
});
