import { Link } from '@tallystick/shared/router';
import { serverNow } from '@tallystick/timing/server-clock';
import { utcDay } from '../format/utc-date.ts';
import { changed } from './list-filters.ts';
import { searchOf, type TransferQuery } from './list-query.ts';
import { strings } from './strings.ts';

const dayMs = 86_400_000;

/** Ways to the latest days of a list, today among them, UTC. */
export function DayPresets({
  query,
  className,
}: {
  readonly query: TransferQuery;
  readonly className?: string | undefined;
}) {
  return [7, 30].map((days) => {
    const from = utcDay(serverNow() - (days - 1) * dayMs);
    const next = changed(query.filters, { from, to: undefined });
    return (
      <Link
        key={days}
        className={className}
        to={{ search: searchOf({ ...query, index: 1, filters: next }) }}
        preventScrollReset
      >
        {strings.lastDays(days)}
      </Link>
    );
  });
}
