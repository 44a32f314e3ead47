import type { TransferRow } from '@tallystick/shared/contracts/transfer';
import { describe, expect, it } from 'vitest';
import { event } from './event.testing.ts';
import type { Frame } from './frame.ts';
import { createReaders, type Outlet } from './readers.ts';
import type { Wants } from './watch-filter.ts';

/** An outlet whose network takes everything, or nothing. */
function outlet(takes: boolean) {
  const written: string[] = [];
  const state = { written, unread: 0, ended: false, destroyed: false };
  const writes: Outlet = {
    get writableLength() {
      return state.unread;
    },
    write(bytes) {
      written.push(bytes.toString());
      if (!takes) state.unread += bytes.length;
      return takes;
    },
    end(bytes) {
      if (bytes) written.push(bytes.toString());
      state.ended = true;
    },
    destroy() {
      state.destroyed = true;
    },
  };
  return Object.assign(writes, { state });
}

const transfer: TransferRow = {
  item: '',
  trxn: null,
  stat: 1,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 0,
  cred: 'c',
  debt: 'u',
};
const frame = (sequence: number, item: string): Frame => ({
  ...event(sequence),
  transfer: { ...transfer, item },
  bytes: Buffer.from(`<${item}>`),
});
const reader = (stream: Outlet, wants: Wants | null = null, session = 's') => ({
  outlet: stream,
  session,
  wants,
});

describe('readers', () => {
  it('get every event, or those that they asked for', () => {
    const readers = createReaders(100);
    const [all, some] = [outlet(true), outlet(true)];
    readers.add(reader(all));
    readers.add(reader(some, ({ item }) => item === 'b'));
    readers.broadcast([frame(1, 'a'), frame(2, 'b')]);
    readers.broadcast([frame(3, 'a')]);
    expect(all.state.written).toEqual(['<a><b>', '<a>']);
    expect(some.state.written).toEqual(['<b>']);
  });

  it('that are many are written to in parts, and what comes in between goes along to the rest', () => {
    const turns: (() => void)[] = [];
    const readers = createReaders(100, (run) => turns.push(run));
    const turn = () => turns.shift()?.();
    const outlets = Array.from({ length: 600 }, () => outlet(true));
    for (const stream of outlets) readers.add(reader(stream));
    const heard = () => {
      const counts = new Map<string, number>();
      for (const { state } of outlets) {
        const all = state.written.join(' ');
        counts.set(all, (counts.get(all) ?? 0) + 1);
      }
      return Object.fromEntries(counts);
    };

    readers.broadcast([frame(1, 'a')]);
    expect(heard()).toEqual({ '<a>': 250, '': 350 });
    readers.broadcast([frame(2, 'b')]);
    expect(heard()).toEqual({ '<a>': 250, '': 350 });
    const late = outlet(true);
    readers.add(reader(late));
    turn();
    expect(heard()).toEqual({ '<a>': 250, '<a><b>': 250, '': 100 });
    readers.broadcast([frame(3, 'c')]);
    turn();
    expect(heard()).toEqual({ '<a> <b><c>': 150, '<a><b>': 250, '<a><b><c>': 100, '<a>': 100 });
    while (turns.length > 0) turn();
    expect(heard()).toEqual({ '<a> <b><c>': 250, '<a><b> <c>': 250, '<a><b><c>': 100 });
    expect(late.state.written).toEqual(['<c>']);
    readers.broadcast([frame(4, 'd')]);
    expect(turns.length).toBe(1);
  });

  it('may all be gone before their turn', () => {
    const turns: (() => void)[] = [];
    const readers = createReaders(100, (run) => turns.push(run));
    const streams = Array.from({ length: 300 }, () => reader(outlet(true)));
    for (const stream of streams) readers.add(stream);
    readers.broadcast([frame(1, 'a')]);
    for (const stream of streams) readers.remove(stream);
    turns.shift()?.();
    const next = outlet(true);
    readers.add(reader(next));
    readers.broadcast([frame(2, 'b')]);
    expect(next.state.written).toEqual(['<b>']);
  });

  it('share the bytes that they get', () => {
    const readers = createReaders(100);
    const got: Buffer[] = [];
    const keeping = () => ({
      ...outlet(true),
      write: (bytes: Buffer) => got.push(bytes) > 0,
    });
    readers.add(reader(keeping()));
    readers.add(reader(keeping()));
    readers.broadcast([frame(1, 'a'), frame(2, 'b')]);
    expect(got[0]).toBe(got[1]);
  });

  it('are cut off by what they have not read, one by one', () => {
    const readers = createReaders(7);
    const [slow, quick] = [outlet(false), outlet(true)];
    readers.add(reader(slow));
    readers.add(reader(quick));
    readers.broadcast([frame(1, 'a'), frame(2, 'b')]);
    expect(slow.state.destroyed).toBe(false);
    readers.broadcast([frame(3, 'c')]);
    readers.broadcast([frame(4, 'd')]);
    expect(slow.state.destroyed).toBe(true);
    expect(slow.state.written).toEqual(['<a><b>', '<c>']);
    expect(quick.state.written).toEqual(['<a><b>', '<c>', '<d>']);
  });

  it('are cut off for unread heartbeats too', () => {
    const readers = createReaders(5);
    const gone = outlet(false);
    readers.add(reader(gone));
    readers.beat();
    readers.beat();
    readers.beat();
    expect(gone.state.written).toEqual([':\n\n', ':\n\n']);
    expect(gone.state.destroyed).toBe(true);
  });

  it('are ended by session or all, and then hear nothing more', () => {
    const readers = createReaders(100);
    const [first, second] = [outlet(true), outlet(true)];
    readers.add(reader(first, null, 'one'));
    readers.add(reader(second, null, 'two'));
    readers.end(undefined, 'one');
    readers.beat();
    readers.end(Buffer.from('bye'));
    readers.beat();
    expect(first.state).toMatchObject({ ended: true, written: [] });
    expect(second.state).toMatchObject({ ended: true, written: [':\n\n', 'bye'] });
  });
});
