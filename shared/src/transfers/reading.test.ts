import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../contracts/live.ts';
import type { TransferRow } from '../contracts/transfer.ts';
import { merge, type TransferPage } from './merge.ts';
import {
  type Hold,
  initialReading,
  nextReading,
  type Reading,
  type ReadingInput,
} from './reading.ts';

const transfer = (item: string, crts: number, rest: Partial<TransferRow> = {}): TransferRow => ({
  item,
  trxn: null,
  stat: 0,
  feat: { form: 'asset', sort: 'transfer' },
  crts,
  cred: 'acme',
  debt: 'ada',
  ...rest,
});
const ten = [19, 18, 17, 16, 15, 14, 13, 12, 11, 10].map((n) => transfer(`t${n}`, n));
const page = (rest: Partial<TransferPage> = {}): TransferPage => ({
  scope: { of: 'everything' },
  index: 1,
  search: '',
  filters: {},
  list: ten,
  count: 40,
  sequence: 100,
  ...rest,
});
const loaded = (rest: Partial<TransferPage> = {}): ReadingInput => ({
  type: 'loaded',
  page: page(rest),
});
const events = (...transfers: readonly (readonly ['insert' | 'update', TransferRow])[]) =>
  ({
    type: 'events',
    events: transfers.map(([operation, each], place) => ({
      sequence: 101 + each.crts * 10 + place,
      operation,
      transfer: each,
    })),
  }) satisfies ReadingInput;
const on = (hold: Hold): ReadingInput => ({ type: 'hold', hold, on: true });
const off = (hold: Hold): ReadingInput => ({ type: 'hold', hold, on: false });
const show: ReadingInput = { type: 'show' };

const after = (...inputs: readonly ReadingInput[]) => inputs.reduce(nextReading, initialReading);
const items = ({ shown }: Reading) => shown?.list.map(({ item }) => item).join(' ');
const asLoaded = 't19 t18 t17 t16 t15 t14 t13 t12 t11 t10';
const t20: ReadingInput = events(['insert', transfer('t20', 20)]);
const t21: ReadingInput = events(['insert', transfer('t21', 21)]);

describe('a list that nobody holds', () => {
  it('shows what comes, and knows what came', () => {
    const reading = after(loaded(), t20, t21);
    expect(items(reading)).toBe('t21 t20 t19 t18 t17 t16 t15 t14 t13 t12');
    expect(reading.shown?.count).toBe(42);
    expect([...reading.arrived]).toEqual(['t21']);
    expect(reading.arrivals).toBe(2);
    expect(reading.gathered).toBe(0);
  });

  it('stays the same object when an event changes nothing', () => {
    const reading = after(loaded());
    expect(nextReading(reading, events(['update', transfer('t1', 1, { stat: 6 })]))).toBe(reading);
  });

  it('on another page only counts', () => {
    const reading = after(loaded({ index: 2 }), t20);
    expect(items(reading)).toBe(asLoaded);
    expect(reading.shown?.count).toBe(41);
    expect([...reading.arrived]).toEqual([]);
  });

  it('hears nothing before its first page', () => {
    expect(after(t20)).toBe(initialReading);
  });
});

describe.each<Hold>(['paused', 'selection', 'focus', 'pointer', 'scrolled'])(
  'held by %s',
  (hold) => {
    it('keeps its rows, and counts what gathers', () => {
      const reading = after(loaded(), on(hold), t20, t21);
      expect(items(reading)).toBe(asLoaded);
      expect(reading.gathered).toBe(2);
      expect([...reading.arrived]).toEqual([]);
    });

    it('shows what has gathered when asked to, and holds on', () => {
      const reading = after(loaded(), on(hold), t20, show, t21);
      expect(items(reading)).toBe('t20 t19 t18 t17 t16 t15 t14 t13 t12 t11');
      expect(reading.gathered).toBe(1);
    });

    it('shows what has gathered when the hold ends', () => {
      const reading = after(loaded(), on(hold), t20, t21, off(hold));
      expect(items(reading)).toBe('t21 t20 t19 t18 t17 t16 t15 t14 t13 t12');
      expect([...reading.arrived]).toEqual(['t21', 't20']);
      expect(reading.gathered).toBe(0);
    });

    it('keeps its rows when the feed had a gap and the page came anew', () => {
      const anew = { list: [transfer('t30', 30), ...ten.slice(0, 9)], count: 43, sequence: 900 };
      const reading = after(loaded(), on(hold), t20, loaded(anew));
      expect(items(reading)).toBe(asLoaded);
      expect(reading.gathered).toBe(3);
      expect(items(nextReading(reading, off(hold)))).toBe(
        't30 t19 t18 t17 t16 t15 t14 t13 t12 t11',
      );
    });

    it('shows another page at once, and holds that one too', () => {
      const reading = after(loaded(), on(hold), t20, loaded({ search: 'x', list: ten.slice(5) }));
      expect(items(reading)).toBe('t14 t13 t12 t11 t10');
      expect(reading.gathered).toBe(0);
      expect([...reading.holds]).toEqual([hold]);
    });

    it('holds on while another reason is left', () => {
      const other = hold === 'focus' ? 'pointer' : 'focus';
      const reading = after(loaded(), on(other), on(hold), t20, off(hold));
      expect(items(reading)).toBe(asLoaded);
      expect(items(nextReading(reading, off(other)))).toBe(
        't20 t19 t18 t17 t16 t15 t14 t13 t12 t11',
      );
    });
  },
);

it('the page after one that was held says how many of its rows stand on it again', () => {
  const second = { index: 2, list: ten.slice(7), count: 43, sequence: 400 };
  const turned = after(loaded(), on('paused'), t20, t21, loaded(second));
  expect(turned.again).toBe(3);
  expect(after(loaded(), loaded({ index: 2, list: [transfer('t9', 9)] })).again).toBe(0);
  expect(nextReading(turned, loaded({ sequence: 401 })).again).toBe(0);
  expect(after(loaded(), loaded({ ...second, search: 'ada' })).again).toBe(0);
});

describe('a row that changes while the list is held', () => {
  const changed = events(['update', transfer('t15', 15, { stat: 6 })]);
  const stat = (reading: Reading) => reading.shown?.list[4]?.stat;

  it.each<Hold>(['focus', 'pointer', 'scrolled'])('changes where it stands under %s', (hold) => {
    expect(stat(after(loaded(), on(hold), changed))).toBe(6);
  });

  it.each<Hold>(['paused', 'selection'])('waits under %s', (hold) => {
    const reading = after(loaded(), on(hold), on('pointer'), changed, t20);
    expect(stat(reading)).toBe(0);
    expect(reading.shown?.count).toBe(40);
    expect(stat(nextReading(reading, off(hold)))).toBe(6);
    expect(nextReading(reading, off(hold)).shown?.count).toBe(41);
  });

  it('changes also when newer ones have driven it from the page', () => {
    const many = events(
      ...Array.from({ length: 10 }, (_, n) => ['insert', transfer(`n${n}`, 50 + n)] as const),
    );
    expect(stat(after(loaded(), on('pointer'), many, changed))).toBe(6);
  });

  it('does not change its place, even when it has become newer', () => {
    const reading = after(loaded(), on('pointer'), events(['update', transfer('t15', 99)]));
    expect(items(reading)).toBe(asLoaded);
    expect(reading.shown?.list.find(({ item }) => item === 't15')?.crts).toBe(15);
    expect(items(nextReading(reading, off('pointer')))).toBe(
      't15 t19 t18 t17 t16 t14 t13 t12 t11 t10',
    );
  });
});

describe('what has gathered', () => {
  /** Events in this order, each of a transfer and the status that it has from then on. */
  const turns = (...news: readonly (readonly ['insert' | 'update', string, number])[]) =>
    after(loaded({ filters: { stat: [0] } }), on('pointer'), {
      type: 'events',
      events: news.map(([operation, item, stat], place) => ({
        sequence: 101 + place,
        operation,
        transfer: transfer(item, Number(item.slice(1)), { stat }),
      })),
    });

  it('does not count what has gone again', () => {
    const both = [['insert', 't20', 0] as const, ['insert', 't21', 0] as const];
    expect(turns(...both).gathered).toBe(2);
    expect(turns(...both, ['update', 't20', 6]).gathered).toBe(1);
    expect(turns(...both, ['update', 't20', 6], ['update', 't21', 6]).gathered).toBe(0);
  });

  it('counts once what an update brings, and the page that is loaded after it', () => {
    const filters = { stat: [6] };
    const closed = transfer('t20', 20, { stat: 6 });
    const came = after(loaded({ filters }), on('pointer'), events(['update', closed]));
    expect(came.gathered).toBe(1);
    const list = [closed, ...ten.slice(0, -1)];
    const next = nextReading(came, loaded({ filters, list, count: 41, sequence: 900 }));
    expect(next.gathered).toBe(1);
  });

  it('counts what has gone and come back once, and a row that is shown not at all', () => {
    const back = turns(['insert', 't20', 0], ['update', 't20', 6], ['update', 't20', 0]);
    expect(back.gathered).toBe(1);
    expect(turns(['update', 't19', 6]).gathered).toBe(0);
    expect(turns(['update', 't19', 6], ['update', 't19', 0]).gathered).toBe(0);
    expect(turns(['insert', 't20', 0], ['update', 't19', 6]).gathered).toBe(1);
  });
});

const holds: readonly Hold[] = ['paused', 'selection', 'focus', 'pointer', 'scrolled'];
const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('event' as const),
      item: fc.integer({ min: 0, max: 40 }),
      crts: fc.integer({ min: 0, max: 30 }),
      stat: fc.integer({ min: 0, max: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('hold' as const),
      hold: fc.constantFrom(...holds),
      on: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant(show) },
);

describe('whatever happens', () => {
  it('keeps the rows of a held list where they are, and in the end shows what the ledger is', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const known = new Map(ten.map((row) => [row.item, row.crts]));
        let sequence = 100;
        let truth = page();
        let reading = after(loaded());
        for (const step of steps) {
          const before = reading;
          if (step.type === 'event') {
            const item = `t${step.item}`;
            const crts = Math.max(known.get(item) ?? 0, step.crts);
            sequence += 1;
            const event: LiveEvent = {
              sequence,
              operation: known.has(item) ? 'update' : 'insert',
              transfer: transfer(item, crts, { stat: step.stat }),
            };
            known.set(item, crts);
            truth = merge(truth, event);
            reading = nextReading(reading, { type: 'events', events: [event] });
            if (before.holds.size > 0) expect(items(reading)).toBe(items(before));
            if (before.holds.has('paused')) expect(reading.shown).toBe(before.shown);
          } else {
            reading = nextReading(reading, step);
            if (step.type === 'hold' && step.on) expect(reading.shown).toBe(before.shown);
          }
          expect(reading.latest).toEqual(truth);
          expect(new Set(reading.shown?.list.map(({ item }) => item)).size).toBe(
            reading.shown?.list.length,
          );
          if (reading.holds.size === 0) {
            expect(reading.shown).toBe(reading.latest);
            expect(reading.gathered).toBe(0);
          }
        }
        const end = holds.map(off).reduce(nextReading, reading);
        expect(end.shown).toEqual(truth);
      }),
    );
  });

  it('counts each new transfer that gathers once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 }),
        fc.constantFrom(...holds),
        (batches, hold) => {
          let crts = 100;
          const news = batches.map((length) =>
            events(
              ...Array.from({ length }, () => {
                crts += 1;
                return ['insert', transfer(`n${crts}`, crts)] as const;
              }),
            ),
          );
          expect(after(loaded(), on(hold), ...news).gathered).toBe(crts - 100);
        },
      ),
    );
  });
});
