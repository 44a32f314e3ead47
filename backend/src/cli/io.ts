import type { Environment } from '@tallystick/shared/environment';

/** What a verb works with. */
export interface Io {
  environment: Environment;
  /** Folder in which the person typed the command; relative files are looked up there. */
  folder: string;
  /** Writes a line to standard output. */
  print(line: string): void;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** A whole number as people read it: `35,592`. */
export const grouped = (n: number): string => n.toLocaleString('en-US');

/** `1 line`, `1,200 lines`. */
export const counted = (n: number, one: string, many: string): string =>
  `${grouped(n)} ${n === 1 ? one : many}`;

/** How long ago `started` (of `performance.now`) was, as `1.2 s`. */
export const since = (started: number): string =>
  `${((performance.now() - started) / 1_000).toFixed(1)} s`;

/** Lets a command go on where whoever reads what it writes has gone, as with `2>&1 | head`. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Writes a line to standard error; the exit code of a command that did not finish. */
export function fail(problem: string): number {
  console.error(problem);
  return 1;
}
