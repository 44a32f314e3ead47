import { existsSync } from 'node:fs';
import type { Result } from '@tallystick/contract/result';
import { visible } from '@tallystick/contract/visible';
import { openDataFolder } from '@tallystick/settings/data-folder';
import type { Environment } from '@tallystick/settings/environment';

/** What a command works with; `Settings` are those that it has read. */
export interface Io<Settings extends Pick<Environment, 'DATA_DIR'> = Environment> {
  environment: Settings;
  /** Folder in which the person typed the command; relative files are looked up there. */
  folder: string;
  /** Writes a line to standard output. */
  print(line: string): void;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/**
 * What this process's command works with; `problem` is one line for a person. Makes the data folder unless the command
 * only `looks`.
 *
 * @param read its settings, as they were read
 */
export function openIo<Settings extends Pick<Environment, 'DATA_DIR'>>(
  read: Result<Settings>,
  signal: AbortSignal,
  looks = false,
): Result<Io<Settings>> {
  if (!read.ok) return read;
  const { value: environment } = read;
  if (!looks || existsSync(environment.DATA_DIR)) {
    const data = openDataFolder(environment.DATA_DIR);
    if (!data.ok) return data;
  }
  const folder = process.env.INIT_CWD ?? process.cwd();
  const print = (line: string) => console.log(visible(line));
  return { ok: true, value: { environment, folder, print, signal } };
}

/** Aborted when the command is asked to stop. npm and its shell may pass the same Ctrl-C on twice. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interrupted.abort());
  return interrupted.signal;
}

/** A whole number as people read it: `35,592`. */
export const grouped = (n: number): string => n.toLocaleString('en-US');

/** `1 line`, `1,200 lines`. */
export const counted = (n: number, one: string, many: string): string =>
  `${grouped(n)} ${n === 1 ? one : many}`;

/** Lets a command go on where whoever reads what it writes has gone, as with `2>&1 | head`. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Writes a line to standard error; the exit code of a command that did not finish. */
export function fail(problem: string): number {
  console.error(visible(problem));
  return 1;
}
