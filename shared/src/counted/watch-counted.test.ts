// @vitest-environment jsdom

import type { Answer } from '@tallystick/shared/api';
import type { FeedListener } from '@tallystick/shared/realtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Activity } from '../contracts/activity.ts';
import type { LiveEvent } from '../contracts/live.ts';
import { watchCounted } from './watch-counted.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const activity = (sequence: number): Answer<Activity> => ({
  ok: true,
  code: 200,
  data: { bars: [], unit: 'day', each: 1, days: null, newest: null, sequence },
});
const failure: Answer<Activity> = { ok: false, code: 0, error: 'gone' };

/** A watch whose counts answer in turn, then again with the last. */
async function watch(...answers: readonly Answer<Activity>[]) {
  const listeners = new Map<FeedListener, number | undefined>();
  const told: Answer<Activity>[] = [];
  let counts = 0;
  const stop = watchCounted({
    count: async () => answers[Math.min(counts++, answers.length - 1)] ?? failure,
    feed: {
      subscribe: (listener, since) => {
        listeners.set(listener, since);
        return () => listeners.delete(listener);
      },
      pause: () => {},
      resume: () => {},
    },
    concerns: ({ cred }) => cred === 'mine',
    report: (answer) => told.push(answer),
  });
  await vi.advanceTimersByTimeAsync(0);
  const tell = (sequence: number, cred: string, moved?: Pick<LiveEvent, 'was'>) => {
    const transfer = {
      item: `t${sequence}`,
      trxn: null,
      stat: 0,
      feat: { form: 'asset', sort: 'transfer' },
      crts: 1,
      cred,
      debt: 'u',
    } as const;
    for (const listener of listeners.keys()) {
      const operation = moved ? 'update' : 'insert';
      listener({ type: 'event', event: { sequence, operation, transfer, ...moved } });
    }
  };
  const insert = (sequence: number, cred = 'mine') => tell(sequence, cred);
  const move = (sequence: number, from: string, to: string) => {
    const was = {
      feat: { form: 'asset', sort: 'transfer' },
      crts: 1,
      cred: from,
      debt: 'u',
    } as const;
    tell(sequence, to, { was });
  };
  return { stop, told, insert, move, since: () => [...listeners.values()], counts: () => counts };
}

describe('a watched activity', () => {
  it('is counted again after events, however many, at its pace', async () => {
    const watched = await watch(activity(3), activity(40));
    expect(watched.told).toEqual([activity(3)]);
    expect(watched.since()).toEqual([3]);
    for (let sequence = 4; sequence <= 40; sequence += 1) watched.insert(sequence);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(watched.counts()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.told).toEqual([activity(3), activity(40)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.counts()).toBe(2);
  });

  it('is not counted again for what it holds already or does not hold at all', async () => {
    const watched = await watch(activity(3));
    watched.insert(3);
    watched.insert(4, 'other');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.counts()).toBe(1);
  });

  it('is counted again when one of its transfers becomes another’s, and not for those of others', async () => {
    const watched = await watch(activity(3), activity(5));
    watched.move(4, 'other', 'another');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.counts()).toBe(1);
    watched.move(5, 'mine', 'other');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.told).toEqual([activity(3), activity(5)]);
  });

  it('keeps what it has when a later count fails, and tells when the first does', async () => {
    const watched = await watch(activity(3), failure, activity(4));
    watched.insert(4);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watched.counts()).toBe(2);
    expect(watched.told).toEqual([activity(3)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.told).toEqual([activity(3), activity(4)]);
    expect((await watch(failure)).told).toEqual([failure]);
  });

  it('is counted again, ever more seldom, while the service has trouble, and not where it refuses', async () => {
    const trouble: Answer<Activity> = { ok: false, code: 503, error: 'busy' };
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const watched = await watch(trouble, trouble, trouble, activity(3));
    await vi.advanceTimersByTimeAsync(5_000 + 2_000 + 5_000 + 4_000 + 5_000 + 8_000 - 1);
    expect(watched.told).toEqual([trouble, trouble, trouble]);
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.told.at(-1)).toEqual(activity(3));
    const refused = await watch({ ok: false, code: 404, error: 'none' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(refused.counts()).toBe(1);
  });

  it('is counted again on line when the first count failed, and only then', async () => {
    const watched = await watch(failure, activity(3));
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(watched.told).toEqual([failure, activity(3)]);
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(watched.counts()).toBe(2);
  });

  it('rests in a hidden tab, and is counted once when that is looked at', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const watched = await watch(activity(3), activity(6));
    for (const sequence of [4, 5, 6]) {
      watched.insert(sequence);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(watched.counts()).toBe(1);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.counts()).toBe(2);
  });

  it('ends', async () => {
    const watched = await watch(activity(3));
    watched.insert(4);
    watched.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.counts()).toBe(1);
    expect(watched.since()).toEqual([]);
  });
});
