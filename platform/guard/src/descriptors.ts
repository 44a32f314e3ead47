import { readFileSync } from 'node:fs';

/** The limit where the system does not tell it: what Node gets on macOS. */
const usualLimit = 10_240;
/** Descriptors that are not for connections: some 20 of each store, files that are read, threads. */
const reserved = 512;
/** The server may have this many, even if the limit is too low to reserve descriptors for anything else. */
const minConnections = 32;
/** Each idle connection takes some 10 KB of memory. */
const maxConnections = 20_000;

/** How many connections this process can have, by its limit of descriptors. */
export function connectionCapacity(): number {
  return Math.min(maxConnections, Math.max(minConnections, descriptorLimit() - reserved));
}

function descriptorLimit(): number {
  try {
    // `process.report` has it on every system, but stops all threads to make the report.
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? usualLimit);
  } catch {
    return usualLimit;
  }
}
