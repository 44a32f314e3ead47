import { describe, expect, it } from 'vitest';
import type { Bus } from './bus.ts';
import type { FeedListener } from './feed-message.ts';
import type { FeedState } from './feed-state.ts';
import { createLateFeed } from './late-feed.ts';

function setUp() {
  const states: FeedState[] = [];
  const done: string[] = [];
  const timers: { length: number; ring: () => void }[] = [];
  let settle: { bring: () => void; fail: () => void } = { bring: () => {}, fail: () => {} };
  let loads = 0;
  const bus: Bus = {
    subscribe: (listener: FeedListener, since) => {
      done.push(`subscribe ${since}`);
      listener({ type: 'refetch' });
      return () => done.push(`leave ${since}`);
    },
    pause: () => done.push('pause'),
    resume: () => done.push('resume'),
    state: () => 'idle',
    dispatch: () => {},
  };
  const feed = createLateFeed({
    load: () => {
      loads += 1;
      return new Promise((resolve, reject) => {
        settle = { bring: () => resolve(bus), fail: () => reject(new Error('offline')) };
      });
    },
    clock: (length, ring) => {
      timers.push({ length, ring });
      return () => {};
    },
    onState: (state) => states.push(state),
  });
  const bring = async () => {
    settle.bring();
    await Promise.resolve();
    await Promise.resolve();
  };
  const fail = async () => {
    settle.fail();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { feed, states, done, timers, bring, fail, loads: () => loads };
}

const silent: FeedListener = () => {};

describe('a feed whose machine comes later', () => {
  it('is asked for when somebody first listens, once, and takes over who does', async () => {
    const { feed, states, done, bring, loads } = setUp();
    expect(loads()).toBe(0);
    const heard: string[] = [];
    feed.subscribe(({ type }) => heard.push(type), 7);
    feed.subscribe(silent);
    expect([loads(), new Set(states)]).toEqual([1, new Set(['connecting'])]);
    await bring();
    expect(done).toEqual(['subscribe 7', 'subscribe undefined']);
    expect(heard).toEqual(['refetch']);
    feed.subscribe(silent, 9);
    expect(done.at(-1)).toBe('subscribe 9');
  });

  it('leaves where the listener is by then', async () => {
    const { feed, done, states, bring } = setUp();
    const before = feed.subscribe(silent, 1);
    const after = feed.subscribe(silent, 2);
    before();
    await bring();
    expect(done).toEqual(['subscribe 2']);
    after();
    expect(done).toEqual(['subscribe 2', 'leave 2']);
    expect(new Set(states)).toEqual(new Set(['connecting']));
  });

  it('is idle when all have left before it came', async () => {
    const { feed, done, states, bring } = setUp();
    feed.subscribe(silent)();
    expect(states).toEqual(['connecting', 'idle']);
    await bring();
    expect(done).toEqual([]);
    expect(states.at(-1)).toBe('idle');
  });

  it('says so when somebody comes back while it is on its way', () => {
    const { feed, states, loads } = setUp();
    feed.subscribe(silent)();
    feed.subscribe(silent);
    expect(states).toEqual(['connecting', 'idle', 'connecting']);
    expect(loads()).toBe(1);
  });

  it('remembers a pause', async () => {
    const { feed, done, states, bring } = setUp();
    feed.subscribe(silent);
    feed.pause();
    feed.resume();
    feed.pause();
    expect(states).toEqual(['connecting', 'paused', 'connecting', 'paused']);
    await bring();
    expect(done).toEqual(['subscribe undefined', 'pause']);
    feed.resume();
    expect(done.at(-1)).toBe('resume');
  });

  it('waits and asks again when it cannot be had, longer each time, while somebody listens', async () => {
    const { feed, states, timers, fail, bring, done, loads } = setUp();
    const leave = feed.subscribe(silent, 3);
    await fail();
    expect(states).toEqual(['connecting', 'waiting']);
    timers.at(-1)?.ring();
    await fail();
    timers.at(-1)?.ring();
    expect(timers.map(({ length }) => length)).toEqual([5_000, 10_000]);
    expect(loads()).toBe(3);
    await bring();
    expect(done).toEqual(['subscribe 3']);
    leave();
    expect(done.at(-1)).toBe('leave 3');
  });

  it('is not asked for again when nobody listens any more, but is when somebody does', async () => {
    const { feed, timers, fail, loads } = setUp();
    const leave = feed.subscribe(silent);
    await fail();
    leave();
    timers.at(-1)?.ring();
    expect(loads()).toBe(1);
    feed.subscribe(silent);
    expect(loads()).toBe(2);
  });
});
