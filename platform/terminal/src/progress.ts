import type { WriteStream } from 'node:tty';
import { visible } from '@tallystick/contract/visible';
import { grouped } from './io.ts';

/** How far a command is. */
export interface Progress {
  /** Records done so far. */
  records: number;
  /** Share of the input that was read, 0 to 1; undefined if its size is not known. */
  share: number | undefined;
}

const barWidth = 28;
const redrawEvery = 100;
const lineEvery = 3_000;

/** One line that says how far it is after `elapsed` milliseconds, with a bar if the size is known. */
export function progressLine({ records, share }: Progress, elapsed: number, bar: boolean): string {
  const rate = elapsed > 0 ? Math.round((records / elapsed) * 1_000) : 0;
  const figures = `${grouped(records)} records, ${grouped(rate)} a second`;
  if (share === undefined) return figures;
  // A file may grow while it is read.
  const done = Math.min(1, share);
  const percent = `${Math.floor(done * 100)}%`.padStart(4);
  if (!bar) return `${percent}  ${figures}`;
  const filled = Math.round(done * barWidth);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${percent}  ${figures}`;
}

/** Shows the progress of a command that begins now: a bar on a terminal, else a line every few seconds. */
export function createProgressDisplay(
  stream: Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>,
  now = () => performance.now(),
) {
  const started = now();
  const bar = stream.isTTY === true;
  let shownAt = 0;
  let drawn = false;
  const clear = () => {
    if (drawn) stream.write('\r\u001b[K');
    drawn = false;
  };
  return {
    update(progress: Progress): void {
      const elapsed = now() - started;
      if (elapsed - shownAt < (bar ? redrawEvery : lineEvery)) return;
      shownAt = elapsed;
      clear();
      const line = progressLine(progress, elapsed, bar);
      stream.write(bar ? line.slice(0, (stream.columns ?? 80) - 1) : `${line}\n`);
      drawn = bar;
    },
    /** Writes a line for keeps, above the bar. */
    note(line: string): void {
      clear();
      stream.write(`${visible(line)}\n`);
    },
    /** Takes the bar away. */
    end: clear,
    /** For how long the command has run, as `1.2 s`. */
    took: (): string => `${((now() - started) / 1_000).toFixed(1)} s`,
  };
}
