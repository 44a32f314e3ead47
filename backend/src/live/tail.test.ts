import { setImmediate as nextTurn } from 'node:timers/promises';
import { actingFor, currentWork } from '@tallystick/store/caller';
import { describe, expect, it } from 'vitest';
import { event } from './event.testing.ts';
import type { EventSource } from './events.ts';
import { holdsAllAfter } from './replay.ts';
import { createRing } from './ring.ts';
import { createTail } from './tail.ts';

/** A table in memory; `readings` counts how often it was read. */
function table(...sequences: number[]) {
  const state = { sequences, readings: 0, broken: false };
  const extent = () => {
    const [oldest, newest] = [state.sequences[0], state.sequences.at(-1)];
    return oldest === undefined || newest === undefined ? null : { oldest, newest };
  };
  const source: EventSource = {
    extent: async () => extent(),
    async page(cursor, limit) {
      state.readings += 1;
      if (state.broken) throw new Error('the database is away');
      const events = state.sequences.filter((sequence) => sequence > cursor).slice(0, limit);
      return { events: events.map(event), complete: holdsAllAfter(cursor, extent()) };
    },
    prune: async () => {},
  };
  return { source, state };
}

function tailOf(source: EventSource) {
  const seen: number[] = [];
  const state = { needed: true, gaps: 0, errors: 0 };
  const ring = createRing(1_000_000);
  const tail = createTail({
    source,
    ring,
    needed: () => state.needed,
    onEvents: (frames) => seen.push(...frames.map(({ sequence }) => sequence)),
    onGap: () => {
      state.gaps += 1;
    },
    onError: () => {
      state.errors += 1;
    },
  });
  return { tail, ring, seen, state };
}

describe('tail', () => {
  it('begins with what there is, if that is little', async () => {
    const { source } = table(1, 2, 3);
    const { tail, seen } = tailOf(source);
    await tail.catchUp();
    expect(seen).toEqual([1, 2, 3]);
  });

  it('starts anew rather than reading on when it is far behind', async () => {
    const { source } = table(...Array.from({ length: 600 }, (_, n) => n + 1));
    const { tail, ring, seen } = tailOf(source);
    await tail.catchUp();
    expect(seen).toEqual([]);
    expect([ring.floor, ring.newest]).toEqual([600, 600]);
  });

  it('gives each event once, over gaps in the numbers', async () => {
    const { source, state } = table(1);
    const { tail, seen } = tailOf(source);
    await tail.catchUp();
    state.sequences.push(3, 4);
    await Promise.all([tail.catchUp(), tail.catchUp(), tail.catchUp()]);
    state.sequences.push(9);
    await tail.catchUp();
    expect(seen).toEqual([1, 3, 4, 9]);
  });

  it('reads more than one page', async () => {
    const { source, state } = table(1);
    const { tail, seen } = tailOf(source);
    await tail.catchUp();
    for (let sequence = 2; sequence <= 1_300; sequence++) state.sequences.push(sequence);
    await tail.catchUp();
    expect(seen).toEqual(state.sequences);
  });

  it('sees what was committed while it was reading', async () => {
    const { source, state } = table();
    const { tail, seen } = tailOf(source);
    const first = tail.catchUp();
    state.sequences.push(1);
    await tail.catchUp();
    await first;
    expect(seen).toEqual([1]);
  });

  it('reads again at once when it is woken while it reads', async () => {
    const { source, state } = table(1);
    const { tail, seen } = tailOf({
      ...source,
      async page(cursor, limit) {
        const page = await source.page(cursor, limit);
        // Committed after the query, and told before its answer is there.
        if (state.readings === 1) {
          state.sequences.push(2);
          tail.wake();
        }
        return page;
      },
    });
    tail.wake();
    await expect.poll(() => seen).toEqual([1, 2]);
    expect(state.readings).toBe(2);
  });

  it('catches up while each reading is told of one more commit', async () => {
    const { source, state } = table(1);
    const { tail } = tailOf({
      ...source,
      async page(cursor, limit) {
        await nextTurn();
        // Not for ever, so that a failure ends.
        if (state.readings < 20) tail.wake();
        return source.page(cursor, limit);
      },
    });
    tail.wake();
    await tail.catchUp();
    expect(state.readings).toBeLessThanOrEqual(3);
    await tail.stop();
  });

  it('reads for all, not as the work of whoever asked first', async () => {
    const { source } = table(1);
    const callers: unknown[] = [];
    const { tail, seen } = tailOf({
      ...source,
      page(cursor, limit) {
        callers.push(currentWork().caller);
        return source.page(cursor, limit);
      },
    });
    const caller = { client: '10.0.0.1', gone: AbortSignal.abort() };
    await actingFor(caller, () => tail.catchUp());
    expect([seen, callers]).toEqual([[1], [undefined]]);
  });

  it('does not read while nobody needs it', async () => {
    const { source, state } = table(1);
    const { tail, seen, state: need } = tailOf(source);
    need.needed = false;
    tail.wake();
    // What a wake-up does it does later.
    await nextTurn();
    await tail.stop();
    expect([state.readings, seen]).toEqual([0, []]);
  });

  it('says that there is a gap when events were pruned before it read them', async () => {
    const { source, state } = table(1);
    const { tail, seen, ring, state: told } = tailOf(source);
    await tail.catchUp();
    state.sequences.splice(0, 1, 5, 6);
    await tail.catchUp();
    expect([seen, told.gaps, ring.newest]).toEqual([[1], 1, 6]);
  });

  it('says that there is a gap when the ledger was reset', async () => {
    const { source, state } = table(1, 2, 3);
    const { tail, ring, state: told } = tailOf(source);
    await tail.catchUp();
    state.sequences.splice(0, 3, 1);
    await tail.catchUp();
    expect([told.gaps, ring.newest]).toEqual([1, 1]);
  });

  it('outlives a failing database', async () => {
    const { source, state } = table(1);
    const { tail, seen, state: told } = tailOf(source);
    await tail.catchUp();
    state.sequences.push(2);
    state.broken = true;
    await expect(tail.catchUp()).rejects.toThrow('away');
    tail.wake();
    await expect.poll(() => told.errors).toBe(1);
    state.broken = false;
    await tail.catchUp();
    expect(seen).toEqual([1, 2]);
  });
});
