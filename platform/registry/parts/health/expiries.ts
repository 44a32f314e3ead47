import type { Expiry } from '../../src/part/hooks.ts';
import { tabLife } from './flush.ts';
import { beginningLimit } from './page-beginnings.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Tabs that have long gone, pages that began, counts, the progress of recalls, rates, breaches, and browsers that said
 * nothing within the window (milliseconds).
 */
export const expiries = (window: number): Expiry[] => [
  { table: 'tab', column: 'seen_at', before: tabLife, after: tabLife },
  { table: 'load', column: 'minute', before: 2 * hour, after: tabLife },
  { table: 'load_time', column: 'minute', before: 2 * hour, after: tabLife },
  { table: 'health_browser', column: 'seen_at', before: window, after: window },
  { table: 'breach', column: 'seen_at', before: 30 * day },
  { table: 'page_beginning', column: 'began_at', before: 10 * beginningLimit, after: tabLife },
  { table: 'recall', column: 'at', before: 30 * day },
  { table: 'health_kept', column: 'at', before: 60 * day },
];
