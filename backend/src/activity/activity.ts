import { type Activity, activitySchema } from '@tallystick/shared/contracts/activity';
import type { TransferForm } from '@tallystick/shared/contracts/transfer';
import { asBatch } from '@tallystick/store/caller';
import type { Statement } from '@tallystick/store/connections';
import * as v from 'valibot';
import { msPerDay, partyScope } from '../ledger/scope.ts';
import { partyFields, whole } from '../service/fields.ts';
import { jsonSchema } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import type { Store } from '../store/store.ts';
import { barOf, firstDayOf, maxBars, stepFor } from './steps.ts';

/** As many days as dates can name. */
const maxDays = 100_000_000;

const asks = v.object({
  party: v.optional(v.object(partyFields)),
  days: v.optional(
    v.pipe(
      whole(1),
      v.maxValue(maxDays),
      v.description(
        'Days up to that of the newest transfer, and what completes the first bar; ' +
          'left out: from the first transfer on.',
      ),
    ),
  ),
  among: v.optional(
    v.pipe(
      v.array(v.pipe(whole(1), v.maxValue(maxDays))),
      v.minLength(1),
      v.maxLength(10),
      v.description(
        'The shortest of these numbers of days that holds more than half of all transfers, ' +
          'in place of `days`; all of time if none does.',
      ),
    ),
  ),
});

/** The call that counts transfers by time. */
export const activity = ledgerCall({
  path: '/transfers/activity',
  summary: 'How many transfers were created when, of which kind and status',
  tags: ['transfers'],
  asks,
  finds: jsonSchema(activitySchema, {
    bars: `Oldest first, without a gap, at most ${maxBars}.`,
    'bars[].start': 'First moment of the bar, UTC, in milliseconds.',
    'bars[].statuses': 'By status, 0 to 9.',
    each: 'How many units a bar stands for.',
    newest:
      'First moment of the day of the newest transfer, in milliseconds; of one that is dated after tomorrow only if all are.',
    days: 'Days that are counted, up to that of the newest transfer; null: from the first transfer on.',
    sequence: 'Number of the last live event that is surely counted.',
  }),
  find: (store, asked) => asBatch(() => countActivity(store, asked)),
});

/**
 * Read before the counts: they then surely contain every event up to `sequence`. `newest` is the
 * newest day up to `$2` (null: tomorrow). Otherwise one transfer that is dated in a far year would
 * leave all others in one bar.
 */
const bounds: Statement = {
  name: 'activity bounds',
  text: `
    select
      (select day from tally where scope = $1 and n > 0 order by day limit 1) as oldest,
      coalesce(
        (select day from tally where scope = $1 and n > 0 and day <= last order by day desc limit 1),
        (select day from tally where scope = $1 and n > 0 order by day limit 1)
      ) as newest,
      (select coalesce(max(id), 0) from event) as sequence
    from coalesce($2::integer, floor(extract(epoch from now()) / 86400)::integer + 1) as last`,
};

interface Bounds {
  oldest: number | null;
  newest: number | null;
  sequence: number;
}

/** More than half of what there is up to the day `$2`: the shortest of `$3` days that holds it. */
const most: Statement = {
  name: 'activity most',
  text: `
    with days as (
      select day, sum(n) as n from tally where scope = $1 and day <= $2 and n > 0 group by day
    )
    select days from unnest($3::integer[]) as days
    where 2 * (select sum(n) from days as of where of.day > $2 - days) > (select sum(n) from days)
    order by days limit 1`,
};

/**
 * `$3` are the first days of the bars. Looking a day up there costs half as much as working out its
 * month.
 */
const counts: Statement = {
  name: 'activity counts',
  text: `
    select width_bucket(day, $3::integer[]) - 1 as bar, form, stat, sum(n)::bigint as n
    from tally where scope = $1 and day >= ($3::integer[])[1] and day <= $2 and n > 0
    group by 1, 2, 3`,
};

interface Count {
  bar: number;
  form: TransferForm;
  stat: number;
  n: number;
}

/**
 * How many transfers were created when, by form and status, from the daily counts. The last day
 * that counts is `lastDay` (days since 1970); null: tomorrow. Bars are whole days, weeks or months,
 * at most 120.
 */
export async function countActivity(
  store: Pick<Store, 'query'>,
  { party, among, ...asked }: v.InferOutput<typeof asks>,
  lastDay: number | null = null,
): Promise<Activity> {
  const scope = party ? partyScope({ kind: party.kind, id: party.user }) : '';
  const [bound] = await store.query<Bounds>(bounds, [scope, lastDay]);
  const { oldest = null, newest = null, sequence = 0 } = bound ?? {};
  if (oldest === null || newest === null) {
    return { bars: [], unit: 'day', each: 1, days: null, newest: null, sequence };
  }
  const [shortest] =
    among === undefined
      ? [asked]
      : await store.query<{ days: number }>(most, [scope, newest, among]);
  const days = shortest?.days;
  const wanted = days === undefined ? oldest : Math.max(0, newest - days + 1);
  const step = stepFor(wanted, newest);
  const first = barOf(step, wanted);
  const last = barOf(step, newest);
  const firstDays = Array.from({ length: last - first + 1 }, (_, index) =>
    firstDayOf(step, first + index),
  );
  const bars = firstDays.map((day) => ({
    start: day * msPerDay,
    kinds: { asset: 0, data: 0 },
    statuses: Array.from({ length: 10 }, () => 0),
  }));
  const rows = await store.query<Count>(counts, [scope, newest, firstDays]);
  for (const { bar, form, stat, n } of rows) {
    const target = bars[bar];
    if (!target) continue;
    target.kinds[form] += n;
    target.statuses[stat] = (target.statuses[stat] ?? 0) + n;
  }
  return { bars, ...step, days: days ?? null, newest: newest * msPerDay, sequence };
}
