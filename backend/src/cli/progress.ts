import type { WriteStream } from 'node:tty';
import { visible } from '@tallystick/shared/format/visible';
import { grouped } from './io.ts';

/** How far a command is. */
export interface Progress {
  /** Records done so far. */
  records: number;
  /** Share of the input that was read, 0 to 1; undefined if its size is not known. */
  share: number | undefined;
  /** Milliseconds since the start. */
  elapsed: number;
}

const barWidth = 28;
const redrawEvery = 100;
const lineEvery = 3_000;

/** One line that says how far it is, with a bar if the size is known. */
export function progressLine({ records, share, elapsed }: Progress, bar: boolean): string {
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

/** Shows progress on standard error: a bar on a terminal, else a line every few seconds. */
export function createProgressDisplay(
  stream: Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>,
) {
  const bar = stream.isTTY === true;
  let shownAt = 0;
  let drawn = false;
  const clear = () => {
    if (drawn) stream.write('\r\u001b[K');
    drawn = false;
  };
  return {
    update(progress: Progress): void {
      if (progress.elapsed - shownAt < (bar ? redrawEvery : lineEvery)) return;
      shownAt = progress.elapsed;
      clear();
      const line = progressLine(progress, bar);
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
  };
}
