import { platformSettings } from '@tallystick/settings/environment';
import { settingsOf, storeCommands } from '@tallystick/settings/setting';
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
  takes: 'FILE',
  summary: 'puts a backup into an empty place',
  about: `Puts a backup back, into an empty DATA_DIR and a database without tables: that of DATA_DIR's own
server, or the one that DATABASE_URL names. First every part is held against its hash. All or
nothing: refused, interrupted or failed, the folder and the database stay as they were. Where it
was made does not matter; one of an earlier version is brought up to this one.

At the end it reads all that is there, as release verify does, and what looks at stores of the
site's own. No RELEASE_RESIGN is needed.

Exit code: 0 restored and whole, 2 restored, and something was not whole when the backup was made,
or checking it did not finish, or files could not be moved into DATA_DIR; 1 nothing was restored,
or that is not known, which it then says; 130 Ctrl-C, and nothing was restored.`,
  options: {
    head: {
      value: 'HASH',
      about:
        'a head of the audit log that you kept: a backup whose log does not have it is refused; that is one from before that head, or one of which somebody has made another history',
    },
  },
  settings: settingsOf(platformSettings, ['restore', storeCommands]),
  examples: [
    ['tallystick-2026-11-23.tar', 'with DATA_DIR=.data-restored'],
    ['tallystick-2026-11-23.tar', 'with DATABASE_URL=postgres://…/empty DATA_DIR=/srv/tallystick'],
  ],
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
