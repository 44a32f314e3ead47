import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../contracts/live.ts';
import { batchEvents } from './event-batch.ts';

let frames = new Map<number, () => void>();
const paint = () => {
  const due = frames;
  frames = new Map();
  for (const frame of due.values()) frame();
};

beforeEach(() => {
  frames = new Map();
  let last = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    last += 1;
    frames.set(last, frame);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const event = (sequence: number): LiveEvent => ({
  sequence,
  operation: 'insert',
  transfer: {
    item: `t${sequence}`,
    trxn: null,
    stat: 0,
    feat: { form: 'asset', sort: 'transfer' },
    crts: sequence,
    cred: 'acme',
    debt: 'ada',
  },
});

function open() {
  const batches: number[][] = [];
  const onMissed = vi.fn();
  const batch = batchEvents(
    (events) => batches.push(events.map(({ sequence }) => sequence)),
    onMissed,
  );
  return { ...batch, batches, onMissed };
}

describe('batchEvents', () => {
  it('hands over the first at the next frame, in order', () => {
    const { add, batches } = open();
    add(event(1));
    add(event(2));
    expect(batches).toEqual([]);
    paint();
    expect(batches).toEqual([[1, 2]]);
  });

  it('then waits until two seconds are over', () => {
    const { add, batches } = open();
    add(event(1));
    paint();
    add(event(2));
    vi.advanceTimersByTime(1_990);
    add(event(3));
    paint();
    expect(batches).toEqual([[1]]);
    vi.advanceTimersByTime(10);
    paint();
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('hands over at once again after a rest', () => {
    const { add, batches } = open();
    add(event(1));
    paint();
    vi.advanceTimersByTime(2000);
    add(event(2));
    paint();
    expect(batches).toEqual([[1], [2]]);
  });

  it('hands over nothing after it was closed', () => {
    const { add, close, batches } = open();
    add(event(1));
    close();
    add(event(2));
    vi.advanceTimersByTime(1000);
    paint();
    expect(batches).toEqual([]);
  });

  it('without frames keeps a thousand events, and then says once, at a frame, that it missed some', () => {
    const { add, batches, onMissed } = open();
    for (let sequence = 1; sequence <= 3000; sequence += 1) add(event(sequence));
    expect(onMissed).not.toHaveBeenCalled();
    paint();
    vi.advanceTimersByTime(1000);
    paint();
    expect(onMissed).toHaveBeenCalledOnce();
    expect(batches).toEqual([]);
  });

  it('says at a frame that events were missed, in place of those that wait', () => {
    const { add, miss, batches, onMissed } = open();
    add(event(1));
    miss();
    add(event(2));
    miss();
    expect(onMissed).not.toHaveBeenCalled();
    paint();
    expect(onMissed).toHaveBeenCalledOnce();
    expect(batches).toEqual([]);
  });
});
