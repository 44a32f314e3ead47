import { rangeNames } from '@tallystick/registry/parts/timeline/contract/timeline';
import { count, counted, share } from '../../say/numbers.ts';

const milliseconds = (time: number) => `${count(time)} ms`;

/** Texts of the console about what happened over time. */
export const words = {
  title: 'Timeline',
  range: 'How far back',
  ranges: { hour: 'Last hour', day: 'Last day', month: 'Last 30 days' },
  none: 'No browser reported in this time.',
  loads: (all: number) => `Loads, ${count(all)} in all`,
  failures: (all: number, of: number) =>
    all === 0
      ? 'Failures, none'
      : `Failures, ${count(all)} of ${counted(of, 'load')} (${share(of === 0 ? 1 : Math.min(1, all / of))})`,
  lcp: 'Largest paint (LCP), three of four pages within',
  inp: 'Slowest response (INP), three of four pages within',
  milliseconds,
  released: 'Changes in this time',
  nothingReleased: 'No changes in this time.',
  mark: (revisions: readonly number[]) =>
    revisions.length === 1
      ? `Revision ${revisions[0]}`
      : `Revisions ${revisions.at(-1)} to ${revisions[0]}`,
  history: (revision: number) => `Revision ${count(revision)}`,
  table: 'The same as a table',
  columns: ['From', 'Loads', 'Failures', 'LCP', 'INP'],
  others: 'others',
} as const;

/** What can be chosen, with what it is called. */
export const rangeChoices = rangeNames.map((option) => ({ option, label: words.ranges[option] }));
