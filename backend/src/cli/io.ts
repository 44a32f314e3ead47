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
