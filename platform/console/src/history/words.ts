import { count, counted, percent } from '../say/numbers.ts';

/** What the console says of what was done. */
export const words = {
  title: 'History',
  automatic: 'By itself',
  filter: 'App',
  everyApp: 'All apps',
  more: 'Load more',
  empty: 'No revision yet.',
  emptyFor: (app: string) => `No revision has changed ${app} yet.`,
  new: 'new',
  gone: 'removed',
  canary: (from: number | null, to: number | null) => {
    if (from !== null && from === to) return `canary ${percent(from)}`;
    return `canary ${from === null ? 'none' : percent(from)} → ${to === null ? 'ended' : percent(to)}`;
  },
  verify: 'Verify',
  verifying: 'Reading the whole log...',
  readAt: 'Read',
  holds: (entries: number, revisions: number) =>
    `The history holds: ${counted(entries, 'entry', 'entries')} and ${counted(revisions, 'revision')} were read, each fits the one before.`,
  broken: 'The history does not hold',
  head: 'Hash of the last entry',
  undo: (revision: number) => `Undo revision ${count(revision)}`,
  preview: (revision: number) => `Preview revision ${count(revision)}`,
} as const;
