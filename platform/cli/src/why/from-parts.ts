import type { AskedWhy, SaidWhy } from './why-part.ts';

/** What parts of the registry add to `why`. */
export const whyParts: readonly ((asked: AskedWhy) => Promise<SaidWhy>)[] = [
  // Each part has a line of its own, so that it can be left out by deleting that line.
  async (asked) => await (await import('../parts/timeline/last-day.ts')).lastDay(asked),
];
