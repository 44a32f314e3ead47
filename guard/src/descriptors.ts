import { readFileSync } from 'node:fs';

/** Descriptors of a process whose system does not tell: what Node gets on macOS. */
const usualLimit = 10_240;
/** Descriptors that connections leave alone: the embedded store has some 150 files open, PostgreSQL 11 sockets. */
const reserved = 512;
/** Also of a process that may have hardly any descriptor, and too few to leave those alone. */
const fewest = 32;
/** Each idle connection takes some 10 KB of memory. */
const most = 20_000;

/** How many connections this process can bear, by the descriptors that its system lets it have. */
export function connectionCapacity(): number {
  return Math.min(most, Math.max(fewest, descriptorLimit() - reserved));
}

function descriptorLimit(): number {
  try {
    // `process.report` would tell it everywhere, but stops every thread to do so.
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? usualLimit);
  } catch {
    return usualLimit;
  }
}
