import type { Activity } from '@tallystick/shared/contracts/activity';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { TransferForm } from '@tallystick/shared/contracts/transfer';
import type { Statement } from '@tallystick/store/connections';
import { msPerDay, partyScope } from '../ledger/scope.ts';
import type { Store } from '../store/store.ts';
import { barOf, firstDayOf, stepFor } from './steps.ts';

export interface ActivityQuery {
  /** Without one: every transfer. */
  party?: { kind: PartyKind; id: string } | undefined;
  /** How many days up to the newest transfer's; without it, from the first transfer on. */
  days?: number | undefined;
}

/** Read before the counts: they then surely contain every event up to `sequence`. */
const bounds: Statement = {
  name: 'activity bounds',
  text: `
    select
      (select day from tally where scope = $1 and n > 0 order by day limit 1) as oldest,
      (select day from tally where scope = $1 and n > 0 order by day desc limit 1) as newest,
      (select coalesce(max(id), 0) from event) as sequence`,
};

/** `$3` are the first days of the bars: to look a day up there costs half of what to work out its month does. */
const counts: Statement = {
  name: 'activity counts',
  text: `
    select width_bucket(day, $3::integer[]) - 1 as bar, form, stat, sum(n)::bigint as n
    from tally where scope = $1 and day >= ($3::integer[])[1] and day <= $2 and n > 0
    group by 1, 2, 3`,
};

/**
 * How many transfers were created when, of which form and status, from the counts that are kept
 * with the transfers. Bars are whole days, weeks or months, at most 120.
 */
export async function countActivity(
  store: Pick<Store, 'query'>,
  { party, days }: ActivityQuery,
): Promise<Activity> {
  const scope = party ? partyScope(party) : '';
  const [bound] = await store.query<Bounds>(bounds, [scope]);
  const { oldest = null, newest = null, sequence = 0 } = bound ?? {};
  if (oldest === null || newest === null) {
    return { bars: [], unit: 'day', each: 1, newest: null, sequence };
  }
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
  return { bars, ...step, newest: newest * msPerDay, sequence };
}

interface Bounds {
  oldest: number | null;
  newest: number | null;
  sequence: number;
}

interface Count {
  bar: number;
  form: TransferForm;
  stat: number;
  n: number;
}
