import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../contracts/live.ts';
import type { TransferRow } from '../contracts/transfer.ts';
import { isUnsure, merge, type TransferPage } from './merge.ts';
import type { Scope } from './scope.ts';

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
const insert = (row: TransferRow, sequence = 1): LiveEvent => ({
  sequence,
  operation: 'insert',
  transfer: row,
});
const update = (row: TransferRow, sequence = 1): LiveEvent => ({
  sequence,
  operation: 'update',
  transfer: row,
});
const page = (rest: Partial<TransferPage>): TransferPage => ({
  scope: { of: 'everything' },
  index: 1,
  search: '',
  filters: {},
  list: [],
  count: 0,
  sequence: 0,
  ...rest,
});
const items = ({ list }: TransferPage) => list.map(({ item }) => item).join(' ');

const ten = [19, 18, 17, 16, 15, 14, 13, 12, 11, 10].map((n) => transfer(`t${n}`, n));

describe('an insert', () => {
  it('goes on top of a full page, whose last row drops off, and counts', () => {
    const next = merge(page({ list: ten, count: 35_592 }), insert(transfer('t20', 20)));
    expect(items(next)).toBe('t20 t19 t18 t17 t16 t15 t14 t13 t12 t11');
    expect(next.count).toBe(35_593);
  });

  it('goes to its place by time, and between equal times by item', () => {
    const next = merge(page({ list: ten, count: 10 }), insert(transfer('t15b', 15)));
    expect(items(next)).toBe('t19 t18 t17 t16 t15b t15 t14 t13 t12 t11');
  });

  it('older than a full page only counts', () => {
    const next = merge(page({ list: ten, count: 10 }), insert(transfer('t1', 1)));
    expect(items(next)).toBe(items(page({ list: ten })));
    expect(next.count).toBe(11);
  });

  it('fills a page that is not full', () => {
    const next = merge(page({ list: ten.slice(0, 2), count: 2 }), insert(transfer('t1', 1)));
    expect(items(next)).toBe('t19 t18 t1');
    expect(next.count).toBe(3);
  });

  it('of a row that is there already neither doubles nor counts it', () => {
    const next = merge(page({ list: ten, count: 10 }), insert(transfer('t15', 15, { stat: 6 })));
    expect(items(next)).toBe(items(page({ list: ten })));
    expect(next.list[4]?.stat).toBe(6);
    expect(next.count).toBe(10);
  });

  it('on another page only counts', () => {
    const next = merge(page({ index: 2, list: ten, count: 20 }), insert(transfer('t20', 20)));
    expect(next.list).toBe(ten);
    expect(next.count).toBe(21);
  });

  it('under a search changes nothing', () => {
    const before = page({ search: 'ada', list: ten, count: 10 });
    expect(merge(before, insert(transfer('t20', 20)))).toBe(before);
  });
});

describe('an update', () => {
  it('replaces its row in place and does not count', () => {
    const next = merge(
      page({ list: ten, count: 35_592 }),
      update(transfer('t12', 12, { stat: 7 })),
    );
    expect(items(next)).toBe(items(page({ list: ten })));
    expect(next.list[7]?.stat).toBe(7);
    expect(next.count).toBe(35_592);
  });

  it('replaces its row on another page and under a search too', () => {
    for (const where of [{ index: 3 }, { search: 'ada' }]) {
      const next = merge(
        page({ ...where, list: ten, count: 40 }),
        update(transfer('t12', 12, { stat: 7 })),
      );
      expect(next.list[7]?.stat).toBe(7);
      expect(next.count).toBe(40);
    }
  });

  it('of a row that is not on the page changes nothing', () => {
    const before = page({ list: ten, count: 35_592 });
    expect(merge(before, update(transfer('t1', 1, { stat: 6 })))).toBe(before);
  });

  it('of a row that is not on a page with all that there is changes nothing', () => {
    const before = page({ list: ten.slice(0, 3), count: 3 });
    expect(merge(before, update(transfer('t1', 1)))).toBe(before);
  });

  it('that takes a row out of the scope takes it from the page', () => {
    const acme = page({ scope: { of: 'creator', party: 'acme' }, list: ten, count: 40 });
    const next = merge(acme, update(transfer('t15', 15, { cred: 'other' })));
    expect(items(next)).toBe('t19 t18 t17 t16 t14 t13 t12 t11 t10');
    expect(next.count).toBe(39);
  });

  it('that moves a transfer to a list, from it or in it is for the service to answer', () => {
    const acme = page({ scope: { of: 'creator', party: 'acme' }, list: ten, count: 40 });
    const moved = (item: string, cred: string, was: Partial<TransferRow>) => {
      const row = transfer(item, 1, { cred });
      return { ...update(row), was: wasOf({ ...row, ...was }) };
    };
    const unsure = [
      moved('elsewhere', 'acme', { cred: 'other' }),
      moved('elsewhere', 'other', { cred: 'acme' }),
      moved('t19', 'other', { cred: 'acme' }),
      moved('t19', 'acme', { crts: 19 }),
    ];
    for (const event of unsure) expect(isUnsure(acme, event)).toBe(true);
    const everything = page({ list: ten, count: 40 });
    for (const item of ['t19', 'elsewhere']) {
      const named = moved(item, 'acme', { cred: 'other', crts: 1 });
      expect(isUnsure(everything, named)).toBe(false);
      expect(isUnsure(everything, moved(item, 'acme', { crts: 2 }))).toBe(true);
    }
    const ofOthers = moved('elsewhere', 'other', { cred: 'another' });
    expect(isUnsure(acme, ofOthers)).toBe(false);
    const ada = { ...acme, search: 'ada' };
    expect(unsure.map((event) => isUnsure(ada, event))).toEqual([false, false, true, true]);
  });

  it('that makes a row newer than the page brings it in', () => {
    const next = merge(page({ list: ten, count: 11 }), update(transfer('t1', 30)));
    expect(items(next)).toBe('t1 t19 t18 t17 t16 t15 t14 t13 t12 t11');
    expect(next.count).toBe(11);
  });
});

describe('under filters', () => {
  const closed = page({ filters: { stat: [0] }, list: ten, count: 40 });

  it('an insert that passes comes in as on the whole list, another changes nothing', () => {
    const next = merge(closed, insert(transfer('t20', 20)));
    expect(items(next)).toBe('t20 t19 t18 t17 t16 t15 t14 t13 t12 t11');
    expect(next.count).toBe(41);
    expect(merge(closed, insert(transfer('t20', 20, { stat: 1 })))).toBe(closed);
    expect(merge({ ...closed, index: 2 }, insert(transfer('t20', 20))).count).toBe(41);
  });

  it('an update that no longer passes takes its row away, also beside a search', () => {
    for (const where of [{}, { index: 2 }, { search: 'ada' }]) {
      const next = merge({ ...closed, ...where }, update(transfer('t15', 15, { stat: 1 })));
      expect(items(next)).toBe('t19 t18 t17 t16 t14 t13 t12 t11 t10');
      expect(next.count).toBe(39);
    }
  });

  it('an update of another transfer, or one that leaves a gap, is for the service to answer', () => {
    expect(isUnsure(closed, update(transfer('t1', 1)))).toBe(true);
    expect(isUnsure(closed, update(transfer('t15', 15, { stat: 1 })))).toBe(true);
    expect(isUnsure(closed, update(transfer('t15', 15)))).toBe(false);
    expect(isUnsure(closed, insert(transfer('t1', 1)))).toBe(false);
    expect(isUnsure({ ...closed, filters: {} }, update(transfer('t1', 1)))).toBe(false);
    expect(isUnsure({ ...closed, sequence: 1 }, update(transfer('t1', 1)))).toBe(false);
  });
});

describe('an event', () => {
  const byForm = (form: 'asset' | 'data', cred: string, debt: string) =>
    insert(transfer('new', 99, { feat: { form, sort: 'transfer' }, cred, debt }));

  it.each<[Scope, LiveEvent, boolean]>([
    [{ of: 'form', form: 'asset' }, byForm('asset', 'acme', 'ada'), true],
    [{ of: 'form', form: 'asset' }, byForm('data', 'acme', 'ada'), false],
    [{ of: 'user', party: 'ada' }, byForm('data', 'acme', 'ada'), true],
    [{ of: 'user', party: 'ada' }, byForm('asset', 'ada', 'bob'), false],
    [{ of: 'creator', party: 'acme' }, byForm('asset', 'acme', 'ada'), true],
    [{ of: 'creator', party: 'acme' }, byForm('data', 'acme', 'ada'), false],
    [{ of: 'consumer', party: 'acme' }, byForm('data', 'acme', 'ada'), true],
    [{ of: 'consumer', party: 'acme' }, byForm('asset', 'acme', 'ada'), false],
    [{ of: 'checker', party: 'acme' }, byForm('data', 'acme', 'ada'), true],
    [{ of: 'checker', party: 'acme' }, byForm('data', 'other', 'ada'), false],
  ])('belongs to %j or not', (scope, event, belongs) => {
    expect(merge(page({ scope }), event).count).toBe(belongs ? 1 : 0);
  });

  it('that the page already contains is ignored', () => {
    const before = page({ list: ten, count: 35_592, sequence: 7 });
    expect(merge(before, insert(transfer('t1', 1), 7))).toBe(before);
    expect(merge(before, update(transfer('t12', 12, { stat: 7 }), 6))).toBe(before);
    const next = merge(before, insert(transfer('t20', 20), 9));
    expect(next.count).toBe(35_593);
    expect(merge(next, insert(transfer('t20', 20), 9))).toBe(next);
  });
});

/** The whole ledger, and its first page cut from it anew after each event. */
const model = (scope: Scope, rows: readonly TransferRow[], index: number): TransferPage => {
  const of = rows
    .filter(({ feat, cred }) => {
      if (scope.of === 'creator') return feat.form === 'asset' && cred === scope.party;
      return scope.of !== 'form' || feat.form === scope.form;
    })
    .sort((a, b) => b.crts - a.crts || (a.item < b.item ? 1 : -1));
  return page({ scope, index, list: of.slice((index - 1) * 10, index * 10), count: of.length });
};

const anyRow = fc.record({
  item: fc.integer({ min: 0, max: 60 }).map((n) => `i${n}`),
  trxn: fc.constant(null),
  stat: fc.integer({ min: 0, max: 9 }),
  feat: fc.record({
    form: fc.constantFrom('asset' as const, 'data' as const),
    sort: fc.constant('transfer'),
  }),
  crts: fc.integer({ min: 0, max: 12 }),
  cred: fc.constantFrom('a', 'b'),
  debt: fc.constantFrom('a', 'b'),
});
const anyLedger = fc.uniqueArray(anyRow, { selector: ({ item }) => item, maxLength: 25 });
const anyScope = fc.constantFrom<Scope>(
  { of: 'everything' },
  { of: 'form', form: 'asset' },
  { of: 'creator', party: 'a' },
);

const wasOf = ({ feat, crts, cred, debt }: TransferRow) => ({ feat, crts, cred, debt });

/** Applies `row` to the ledger: an insert if it is new, else an update, which says from where if it moved. */
const record = (rows: readonly TransferRow[], row: TransferRow, sequence: number) => {
  const known = rows.find(({ item }) => item === row.item);
  if (!known) return { rows: [...rows, row], event: insert(row, sequence) };
  const was = wasOf(known);
  const moved = JSON.stringify(was) !== JSON.stringify(wasOf(row));
  return {
    rows: rows.map((each) => (each === known ? row : each)),
    event: { ...update(row, sequence), ...(moved && { was }) },
  };
};

/** The page after `event`, loaded as `anew` where only the service knows it. */
const shownAfter = (shown: TransferPage, event: LiveEvent, anew: TransferPage) =>
  isUnsure(shown, event) ? { ...anew, sequence: event.sequence } : merge(shown, event);

describe('page 1', () => {
  it('is always what the service would answer now', () => {
    fc.assert(
      fc.property(
        anyScope,
        anyLedger,
        fc.array(anyRow, { maxLength: 40 }),
        (scope, ledger, news) => {
          let rows: readonly TransferRow[] = ledger;
          let shown = model(scope, rows, 1);
          news.forEach((row, place) => {
            const next = record(rows, row, place + 1);
            rows = next.rows;
            shown = shownAfter(shown, next.event, model(scope, rows, 1));
            expect({ ...shown, sequence: 0 }).toEqual(model(scope, rows, 1));
          });
        },
      ),
    );
  });

  it('is the same however much of its past is replayed to it', () => {
    fc.assert(
      fc.property(
        anyLedger,
        fc.array(anyRow, { maxLength: 40 }),
        fc.nat(40),
        (ledger, news, cut) => {
          let rows: readonly TransferRow[] = ledger;
          const events: { event: LiveEvent; anew: TransferPage }[] = [];
          let loaded = model({ of: 'everything' }, rows, 1);
          news.forEach((row, place) => {
            const next = record(rows, row, place + 1);
            rows = next.rows;
            const anew = model({ of: 'everything' }, rows, 1);
            events.push({ event: next.event, anew });
            if (place < cut) loaded = { ...anew, sequence: place + 1 };
          });
          const { list, count } = events.reduce(
            (shown, { event, anew }) => shownAfter(shown, event, anew),
            loaded,
          );
          expect({ list, count }).toEqual({
            list: model({ of: 'everything' }, rows, 1).list,
            count: rows.length,
          });
        },
      ),
    );
  });
});

describe('another page', () => {
  it('keeps its rows where they are, and the total true', () => {
    fc.assert(
      fc.property(anyLedger, fc.array(anyRow, { maxLength: 40 }), (ledger, news) => {
        let rows: readonly TransferRow[] = ledger;
        const before = model({ of: 'everything' }, rows, 2);
        let shown = before;
        news.forEach((row, place) => {
          const next = record(rows, row, place + 1);
          rows = next.rows;
          shown = merge(shown, next.event);
        });
        expect(items(shown)).toBe(items(before));
        expect(shown.count).toBe(rows.length);
      }),
    );
  });
});
