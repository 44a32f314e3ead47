import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { event } from './event.testing.ts';
import type { Frame } from './frame.ts';
import { chooseReplay, holdsAllAfter } from './replay.ts';
import { createRing } from './ring.ts';

describe('choosing a replay', () => {
  const state = { floor: 50, newest: 100 };
  it.each([
    [101, 'refetch', 'a number that this ledger never gave'],
    [100, 'ring', 'nothing missed'],
    [50, 'ring', 'all of the ring'],
    [49, 'table', 'one older than the ring'],
    [20, 'table', 'as far back as the bound allows'],
    [19, 'refetch', 'too far back'],
  ] as const)('%i: %s (%s)', (since, replay, _reason) => {
    expect(chooseReplay(since, state, 80)).toBe(replay);
  });

  it('is satisfied by a ledger without events', () => {
    expect(chooseReplay(0, { floor: 0, newest: 0 }, 80)).toBe('ring');
  });
});

describe('what the table still holds', () => {
  it.each([
    [10, { oldest: 11, newest: 20 }, true],
    [20, { oldest: 11, newest: 20 }, true],
    [9, { oldest: 11, newest: 20 }, false],
    [21, { oldest: 11, newest: 20 }, false],
    [0, null, true],
    [1, null, false],
  ])('after %i of %o: %s', (cursor, extent, all) => {
    expect(holdsAllAfter(cursor, extent)).toBe(all);
  });
});

describe('ring', () => {
  const frame = (sequence: number, size = 10): Frame => ({
    ...event(sequence),
    bytes: Buffer.alloc(size),
  });
  const sequences = (frames: readonly Frame[]) => frames.map(({ sequence }) => sequence);

  it('holds everything after its floor', () => {
    const ring = createRing(1_000);
    ring.restart(4);
    ring.push([frame(5), frame(7)]);
    ring.push([frame(8)]);
    expect([ring.floor, ring.newest]).toEqual([4, 8]);
    expect(sequences(ring.after(4))).toEqual([5, 7, 8]);
    expect(sequences(ring.after(6))).toEqual([7, 8]);
    expect(sequences(ring.after(8))).toEqual([]);
  });

  it('lets the oldest go beyond its bytes, and says so by its floor', () => {
    const ring = createRing(25);
    ring.push([frame(1), frame(2), frame(3)]);
    expect([ring.floor, ring.newest]).toEqual([1, 3]);
    expect(sequences(ring.after(1))).toEqual([2, 3]);
  });

  it('holds nothing if one event alone is larger', () => {
    const ring = createRing(25);
    ring.push([frame(1), frame(2, 26)]);
    expect([ring.floor, ring.newest]).toEqual([2, 2]);
    expect(ring.after(2)).toEqual([]);
  });

  it('never promises an event that it does not have', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 200 }),
        (batches, bound) => {
          const ring = createRing(bound);
          let sequence = 0;
          for (const batch of batches) ring.push(batch.map((size) => frame(++sequence, size)));
          expect(ring.newest).toBe(sequence);
          for (let since = ring.floor; since <= sequence; since++) {
            const rest = Array.from({ length: sequence - since }, (_, n) => since + n + 1);
            expect(sequences(ring.after(since))).toEqual(rest);
          }
        },
      ),
    );
  });
});
