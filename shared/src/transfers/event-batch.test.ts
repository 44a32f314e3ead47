import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../contracts/live.ts';
import { batchEvents } from './event-batch.ts';

let frames: (() => void)[] = [];
const paint = () => {
  const due = frames;
  frames = [];
  for (const frame of due) frame();
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

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
  const overflow = vi.fn();
  const batch = batchEvents(
    (events) => batches.push(events.map(({ sequence }) => sequence)),
    overflow,
  );
  return { ...batch, batches, overflow };
}

describe('batchEvents', () => {
  it('hands over once a frame, in order', () => {
    const { add, batches } = open();
    add(event(1));
    add(event(2));
    expect(batches).toEqual([]);
    paint();
    add(event(3));
    paint();
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('hands over nothing after it was dropped', () => {
    const { add, drop, batches } = open();
    add(event(1));
    drop();
    paint();
    expect(batches).toEqual([]);
  });

  it('keeps a thousand events without a frame, and then says once that it gave up', () => {
    const { add, batches, overflow } = open();
    for (let sequence = 1; sequence <= 1000; sequence += 1) add(event(sequence));
    expect(overflow).not.toHaveBeenCalled();
    for (let sequence = 1001; sequence <= 3000; sequence += 1) add(event(sequence));
    paint();
    expect(overflow).toHaveBeenCalledOnce();
    expect(batches).toEqual([]);
  });
});
