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
import { recordBatch } from '../ledger/record.ts';
import { fixtureRecords, openTestService } from '../service/service.testing.ts';
import { emptyLedger, forEachEngine } from '../store/engines.testing.ts';
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

forEachEngine((openTestStore) => {
  describe('activity', () => {
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
              expect(newest).toBe(
                crts === undefined ? null : Math.floor(crts / msPerDay) * msPerDay,
              );
              if (crts !== undefined) expect(bars.at(-1)?.start).toBeLessThanOrEqual(crts);
              const oldest = rows.at(-1)?.crts;
              if (days === undefined && oldest !== undefined) {
                expect(bars[0]?.start).toBeLessThanOrEqual(oldest);
              }
            }
          }
        }),
        { numRuns: 25 },
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
      expect(ofNobody).toEqual({ bars: [], unit: 'day', each: 1, newest: null, sequence: 198 });
      await service.close();
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
        [{ days: 0 }, 'data.days must be >= 1.'],
        [{ days: 1.5 }, 'data.days must be integer.'],
        [{ days: 1e9 }, 'data.days must be <= 100000000.'],
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
});
