import { commandLine } from '@tallystick/store/program-version';
import { counted, fail } from '@tallystick/terminal/io';
import { createProgressDisplay } from '@tallystick/terminal/progress';
import type { Command } from '../command.ts';
import type { OwnStore } from '../stores/own-store.ts';
import { checkRestored } from './check-restored.ts';
import { restore } from './restore.ts';

/** `restore FILE`, for a site with these stores beside its registry. */
export const restoreCommand = (own: readonly OwnStore[]): Command => ({
  name: 'restore',
  takesFile: true,
  options: { head: { type: 'string' } },
  run: async ({ file, text }, io) => {
    const { environment, print, signal } = io;
    const head = text('head');
    if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) {
      return fail(`--head takes the 64 hexadecimal digits that ${commandLine('backup')} printed.`);
    }
    const display = createProgressDisplay(process.stderr);
    let records = 0;
    const done = await restore(file, environment, own, {
      signal,
      head,
      onProgress: (rows, share) => {
        records = rows;
        display.update({ records, share });
      },
      onStage: (stage) => display.note(`${display.took()}: ${stage} …`),
    }).finally(() => display.end());
    if (!done.ok) return fail(done.problem);
    const { madeAt, madeBy, leftBehind } = done.value;
    print(
      `${counted(records, 'row', 'rows')} of ${madeAt}, by ${madeBy}, are back (${display.took()}).`,
    );
    if (leftBehind === undefined) return checkRestored(io, own);
    print(leftBehind);
    return 2;
  },
});
