import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ReplicaState, watchReplica } from './replica-state.ts';

let primary: number;
let replica: number | Error | Promise<number>;
let states: ReplicaState[];
let watch: ReturnType<typeof watchReplica>;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  primary = 5;
  replica = 5;
  states = [];
  watch = watchReplica(
    {
      primary: async () => primary,
      replica: async () => {
        if (replica instanceof Error) throw replica;
        return replica;
      },
      onState: (state) => states.push(state),
    },
    Date.now,
  );
});
afterEach(async () => {
  await watch.stop();
  vi.useRealTimers();
});

const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1_000);

it('takes a replica into use that has what the primary had a second before', async () => {
  expect(await watch.has(0)).toBe(false);
  await seconds(2);
  expect(states).toEqual(['in use']);
  expect(await watch.has(5)).toBe(true);
});

it('asks it again only for what it did not have', async () => {
  await seconds(2);
  replica = 7;
  expect(await watch.has(6)).toBe(true);
  replica = new Error('not asked');
  expect(await watch.has(7)).toBe(true);
  expect(await watch.has(8)).toBe(false);
  expect(states).toEqual(['in use', 'away']);
});

it('counts one that hangs as away, and looks again', async () => {
  await seconds(2);
  replica = new Promise(() => {});
  const asked = watch.has(6);
  await seconds(5);
  expect(states).toEqual(['in use', 'away']);
  expect(await watch.has(0)).toBe(false);
  expect(await asked).toBe(false);
  replica = 5;
  await seconds(3);
  expect(states).toEqual(['in use', 'away', 'in use']);
});

it('reads an answer that was there in time, although the process stood still meanwhile', async () => {
  await seconds(2);
  const answer = Promise.withResolvers<number>();
  replica = answer.promise;
  const asked = watch.has(6);
  // What has arrived is read after the timers.
  setImmediate(() => answer.resolve(6));
  vi.advanceTimersByTime(5_000);
  expect(await asked).toBe(true);
  expect(states).toEqual(['in use']);
});

it('bears a lag of ten seconds, and no more', async () => {
  await seconds(2);
  for (let second = 0; second < 10; second += 1) {
    primary += 1;
    await seconds(1);
  }
  expect(states).toEqual(['in use']);
  await seconds(3);
  expect(states).toEqual(['in use', 'behind']);
  expect(await watch.has(0)).toBe(false);
  replica = primary;
  await seconds(1);
  expect(states).toEqual(['in use', 'behind', 'in use']);
});

it('does not take a replica into use that has come back with less than it lacks', async () => {
  await seconds(2);
  replica = new Error('away');
  await seconds(1);
  primary = 9;
  await seconds(1);
  replica = 5;
  await seconds(2);
  expect(states).toEqual(['in use', 'away']);
  replica = 9;
  await seconds(1);
  expect(states).toEqual(['in use', 'away', 'in use']);
});
