import { tries } from '@tallystick/contract/testing/proof';
import { type Activity, activitySchema } from '@tallystick/shared/contracts/activity';
import type { ExportList } from '@tallystick/shared/contracts/export';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import fc from 'fast-check';
import { sql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  createModel,
  everyParty,
  partyIds,
  transferRecord,
} from '../ledger/ledger-model.testing.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { fixtureRecords, openTestService } from '../service/service.testing.ts';
import { emptyLedger, testStores } from '../store/test-stores.testing.ts';
import { countActivity } from './activity.ts';

const msPerDay = 86_400_000;
const lists: Record<PartyKind, ExportList> = {
  user: 'user',
  creator: 'creator',
  consumer: 'consumer',
  checker: 'consumer',
};

type Row = ReturnType<ReturnType<typeof createModel>['list']>[number];

/** What the bars must hold, counted row by row. */
function counted(bars: Activity['bars'], rows: readonly Row[]): Activity['bars'] {
  return bars.map(({ start }, place) => {
    const end = bars[place + 1]?.start ?? Number.POSITIVE_INFINITY;
    const within = rows.filter(({ crts }) => crts >= start && crts < end);
    const having = (wanted: (row: Row) => boolean) => within.filter(wanted).length;
    return {
      start,
      kinds: {
        asset: having(({ feat }) => feat.form === 'asset'),
        data: having(({ feat }) => feat.form === 'data'),
      },
      statuses: Array.from({ length: 10 }, (_, code) => having(({ stat }) => stat === code)),
    };
  });
}

const parties: LedgerRecord[] = [
  { record: 'party', kind: 'user', id: 'ada', name: 'Ada' },
  { record: 'party', kind: 'creator', id: 'nwu', name: 'Northwind' },
];
const dated = (item: string, crts: number): LedgerRecord => ({
  ...{ record: 'transfer', item, trxn: null, stat: 6, crts, cred: 'nwu', debt: 'ada' },
  feat: { form: 'asset', sort: 'transfer' },
});

const openTestStore = testStores();
describe('activity', () => {
  it('ends tomorrow, whatever a transfer is dated', async () => {
    const store = await openTestStore();
    const now = Date.UTC(2026, 0, 25, 12);
    const tomorrow = Math.floor(now / msPerDay) + 1;
    const far = [dated('far', Date.UTC(9999, 0)), dated('farther', 8.64e15)];
    await recordBatch(store, [...parties, ...far]);
    const alone = await countActivity(store, {}, tomorrow);
    expect([alone.newest, alone.bars.length]).toEqual([Date.UTC(9999, 0), 1]);
    await recordBatch(store, [
      dated('today', now),
      dated('tomorrow', now + msPerDay),
      dated('before', now - 2 * msPerDay),
    ]);
    const { bars, newest } = await countActivity(store, {}, tomorrow);
    expect([newest, bars[0]?.start, bars.length]).toEqual([
      Date.UTC(2026, 0, 26),
      Date.UTC(2026, 0, 23),
      4,
    ]);
    // It is long past what was now.
    expect((await countActivity(store, {})).newest).toBe(newest);
    await store.close();
  });

  it('begins with the oldest transfer as it is dated now, though it was dated earlier', async () => {
    const store = await openTestStore();
    const day = Date.UTC(2026, 0, 25);
    await recordBatch(store, [
      ...parties,
      dated('mistaken', Date.UTC(1970, 0, 1)),
      dated('newest', day),
    ]);
    await recordBatch(store, [dated('mistaken', day - msPerDay)]);
    const { bars, unit } = await countActivity(store, {});
    expect([unit, ...bars.map(({ start }) => start)]).toEqual(['day', day - msPerDay, day]);
    await store.close();
  });

  it('is what counting every row would give, after inserts and updates', async () => {
    const store = await openTestStore();
    const batches = fc.array(fc.array(transferRecord(8), { maxLength: 20 }), { maxLength: 3 });
    const ranges = fc.constantFrom(1, 7, 30, 90, 365, 20_000, undefined);
    await fc.assert(
      fc.asyncProperty(batches, ranges, async (batches, days) => {
        await emptyLedger(store);
        const model = createModel();
        for (const batch of [everyParty, ...batches]) {
          model.record(batch);
          await recordBatch(store, batch);
        }
        for (const kind of [undefined, ...(['user', 'creator', 'checker'] as const)]) {
          for (const id of kind ? partyIds : ['']) {
            const activity = await countActivity(store, {
              ...(kind && { party: { kind, user: id } }),
              ...(days !== undefined && { days }),
            });
            const rows = model.list({ list: kind ? lists[kind] : 'all', party: id });
            const { bars, newest, sequence } = activity;
            expect(v.parse(activitySchema, activity)).toEqual(activity);
            expect(sequence).toBe(model.events.length);
            expect(bars).toEqual(counted(bars, rows));
            expect(bars.length).toBeLessThanOrEqual(120);
            const crts = rows[0]?.crts;
            expect(newest).toBe(crts === undefined ? null : Math.floor(crts / msPerDay) * msPerDay);
            if (crts !== undefined) expect(bars.at(-1)?.start).toBeLessThanOrEqual(crts);
            const oldest = rows.at(-1)?.crts;
            if (days === undefined && oldest !== undefined) {
              expect(bars[0]?.start).toBeLessThanOrEqual(oldest);
            }
          }
        }
      }),
      { numRuns: tries(8) },
    );
  });

  it('ends with the newest transfer, however long ago', async () => {
    const store = await openTestStore();
    await recordBatch(store, await fixtureRecords());
    const service = await openTestService(store);
    const ask = async (data: object) => {
      const { status, body } = await service.call('/transfers/activity', { data });
      expect(status).toBe(200);
      return v.parse(v.object({ data: activitySchema }), body).data;
    };
    const week = await ask({ days: 7 });
    expect(week).toMatchObject({
      unit: 'day',
      each: 1,
      newest: Date.parse('2016-01-25'),
      sequence: 198,
    });
    expect(week.bars).toHaveLength(7);
    expect(week.bars.at(-1)).toEqual({
      start: Date.parse('2016-01-25'),
      kinds: { asset: 1, data: 0 },
      statuses: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
    });
    const all = await ask({});
    expect(all).toMatchObject({ unit: 'month', each: 1 });
    expect(all.bars).toHaveLength(63);
    expect(all.bars[0]?.start).toBe(Date.parse('2010-11-01'));
    expect(all.bars.reduce((sum, { kinds }) => sum + kinds.asset, 0)).toBe(198);
    const ofOne = await ask({ party: { kind: 'creator', user: 'otc-2642' } });
    expect(ofOne.bars.reduce((sum, { kinds }) => sum + kinds.asset, 0)).toBe(8);
    const ofNobody = await ask({ party: { kind: 'checker', user: 'otc-2642' }, days: 30 });
    expect(ofNobody).toEqual({
      ...{ bars: [], unit: 'day', each: 1, days: null, newest: null },
      sequence: 198,
    });
    await service.close();
  });

  it('of the shortest range that holds more than half of what there is', async () => {
    const store = await openTestStore();
    const ask = (among: number[]) => countActivity(store, { among });
    expect((await ask([7, 30])).days).toBeNull();
    const day = Date.UTC(2026, 0, 25);
    const ages = [0, 6, 7, 29, 40];
    await recordBatch(store, [
      ...parties,
      ...ages.map((age) => dated(`aged ${age}`, day - age * msPerDay)),
    ]);
    const bars = async (among: number[]) => {
      const { days, bars } = await ask(among);
      return [days, bars.length];
    };
    expect(await bars([7, 30])).toEqual([30, 30]);
    expect(await bars([365, 8, 30])).toEqual([8, 8]);
    expect(await bars([7])).toEqual([null, 41]);
    await recordBatch(store, [dated('again', day)]);
    // Half is not most.
    expect(await bars([7, 30])).toEqual([30, 30]);
    await recordBatch(store, [dated('once more', day)]);
    expect(await bars([30, 7])).toEqual([7, 7]);
    await store.close();
  });

  it('does not look at transfers', async () => {
    const store = await openTestStore();
    await recordBatch(store, await fixtureRecords());
    await sql`drop table transfer`.execute(store.db);
    const { bars } = await countActivity(store, { days: 365 });
    expect(bars.length).toBeGreaterThan(50);
  });

  it('refuses what it does not understand, and says what', async () => {
    const store = await openTestStore();
    const service = await openTestService(store);
    const refused = [
      [{ days: 0 }, 'data.days must be at least 1.'],
      [{ days: 1.5 }, 'data.days must be a whole number.'],
      [{ days: 1e9 }, 'data.days must be at most 100000000.'],
      [
        { party: { kind: 'owner', user: 'x' } },
        'data.party.kind must be one of: user, creator, consumer, checker.',
      ],
      [{ party: { kind: 'user' } }, 'data.party must have user.'],
    ];
    for (const [data, error] of refused) {
      expect(await service.call('/transfers/activity', { data })).toEqual({
        status: 400,
        body: { code: 400, error },
      });
    }
    await service.close();
  });
});
