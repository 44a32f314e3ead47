import type { LiveEvent } from '../contracts/live.ts';
import type { TransferRow } from '../contracts/transfer.ts';
import { sameQuestion } from './list-query.ts';
import { isShown, merge, type TransferPage } from './merge.ts';
import { scopeKey } from './scope.ts';

/** Why the rows of a list stay as they are: somebody is reading them. */
export type Hold = 'paused' | 'selection' | 'focus' | 'pointer' | 'scrolled';

/** What of a live list is on the screen, what waits, and why it waits. */
export interface Reading {
  /** The list as it is on the screen; null until the first page is there. */
  readonly shown: TransferPage | null;
  /** The list as the ledger has it: `shown` with everything that has happened since. */
  readonly latest: TransferPage | null;
  /** The page that was loaded last, and that `latest` is built on. */
  readonly loaded: TransferPage | null;
  /** How many transfers have come to the page and are not shown, because of a hold. */
  readonly gathered: number;
  /** How many rows of the page before stand on this one too, because others came in before them. */
  readonly again: number;
  readonly holds: ReadonlySet<Hold>;
  /** The items that came with the last change of the rows. */
  readonly arrived: ReadonlySet<string>;
  /** Counts the changes that brought rows. */
  readonly arrivals: number;
}

export type ReadingInput =
  | { readonly type: 'loaded'; readonly page: TransferPage }
  | { readonly type: 'events'; readonly events: readonly LiveEvent[] }
  | { readonly type: 'hold'; readonly hold: Hold; readonly on: boolean }
  /** Somebody asks for what has gathered. */
  | { readonly type: 'show' };

const nothing: ReadonlySet<never> = new Set();

export const initialReading: Reading = {
  shown: null,
  latest: null,
  loaded: null,
  gathered: 0,
  again: 0,
  holds: nothing,
  arrived: nothing,
  arrivals: 0,
};

/**
 * What an input makes of a reading; the same object if it changes nothing.
 *
 * Without a hold the latest page is shown. Under a hold no row comes, goes or changes its place:
 * what arrives gathers until it is asked for or the last hold ends. A row that is shown still
 * changes in its place, and the total rises. Neither happens under a pause (nothing changes by
 * itself then) or a selection (whose text must stay).
 */
export function nextReading(reading: Reading, input: ReadingInput): Reading {
  switch (input.type) {
    case 'loaded':
      return withPage(reading, input.page);
    case 'events':
      return withEvents(reading, input.events);
    case 'hold':
      return withHold(reading, input.hold, input.on);
    case 'show':
      return released(reading);
  }
}

function withPage(reading: Reading, page: TransferPage): Reading {
  const { shown, latest, holds } = reading;
  const next = { ...reading, loaded: page, latest: page };
  if (!shown || !latest || !samePage(shown, page)) {
    return { ...next, shown: page, gathered: 0, again: againOn(page, shown), arrived: nothing };
  }
  // The feed had a gap, and the same page was loaded again.
  if (holds.size === 0) return released(next);
  // Rows come by themselves to the first page, without a search.
  const isLive = page.index === 1 && page.search === '';
  const gathered = isLive ? reading.gathered + Math.max(0, page.count - latest.count) : 0;
  return held(next, page.list, gathered);
}

function withEvents(reading: Reading, events: readonly LiveEvent[]): Reading {
  const { shown } = reading;
  if (!reading.latest || !shown) return reading;
  let { latest, gathered } = reading;
  for (const event of events) {
    const before = latest;
    latest = merge(latest, event);
    if (isShown(shown, event.transfer)) continue;
    // What goes again has not gathered.
    gathered += Number(isShown(latest, event.transfer)) - Number(isShown(before, event.transfer));
  }
  const next = latest === reading.latest ? reading : { ...reading, latest };
  if (reading.holds.size === 0) return released(next);
  const news = events.filter(({ sequence }) => sequence > (reading.loaded?.sequence ?? 0));
  return held(
    next,
    news.map(({ transfer }) => transfer),
    Math.max(0, gathered),
  );
}

function withHold(reading: Reading, hold: Hold, on: boolean): Reading {
  if (reading.holds.has(hold) === on) return reading;
  const holds = new Set(reading.holds);
  if (on) holds.add(hold);
  else holds.delete(hold);
  const next = { ...reading, holds };
  if (on) return next;
  return holds.size === 0 ? released(next) : held(next, next.latest?.list ?? [], next.gathered);
}

/** Shows the latest page. */
function released(reading: Reading): Reading {
  const { shown, latest } = reading;
  if (!latest || shown === latest) return reading;
  const old = new Set(shown?.list.map(({ item }) => item));
  const came = latest.list.filter(({ item }) => !old.has(item)).map(({ item }) => item);
  return {
    ...reading,
    shown: latest,
    gathered: 0,
    arrived: came.length > 0 ? new Set(came) : nothing,
    arrivals: came.length > 0 ? reading.arrivals + 1 : reading.arrivals,
  };
}

/** Lets the shown rows take in what they can without moving. */
function held(reading: Reading, news: readonly TransferRow[], gathered: number): Reading {
  const next = gathered === reading.gathered ? reading : { ...reading, gathered };
  const { shown, latest, holds } = next;
  if (!shown || !latest || holds.has('paused') || holds.has('selection')) return next;
  const list = replacedInPlace(shown.list, news);
  if (list === shown.list && latest.count === shown.count) return next;
  return { ...next, shown: { ...shown, list, count: latest.count } };
}

/** The same rows at the same places, as they are now; the same array if none of them changed. */
function replacedInPlace(
  list: readonly TransferRow[],
  news: readonly TransferRow[],
): readonly TransferRow[] {
  const changed = new Map(news.map((row) => [row.item, row]));
  const fits = (row: TransferRow) => changed.get(row.item)?.crts === row.crts;
  return list.some(fits) ? list.map((row) => (fits(row) && changed.get(row.item)) || row) : list;
}

/** How many rows of a page were shown on the one before it. */
function againOn(page: TransferPage, shown: TransferPage | null): number {
  if (!shown || page.index !== shown.index + 1 || !sameList(shown, page)) return 0;
  return page.list.filter((row) => isShown(shown, row)).length;
}

function samePage(one: TransferPage, other: TransferPage): boolean {
  return one.index === other.index && sameList(one, other);
}

function sameList(one: TransferPage, other: TransferPage): boolean {
  return sameQuestion(one, other) && scopeKey(one.scope) === scopeKey(other.scope);
}
