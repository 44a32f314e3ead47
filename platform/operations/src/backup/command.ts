import { statSync } from 'node:fs';
import { platformSettings } from '@tallystick/settings/environment';
import { settingsOf, storeCommands } from '@tallystick/settings/setting';
import { commandLine } from '@tallystick/store/program-version';
import { counted, fail } from '@tallystick/terminal/io';
import { createProgressDisplay } from '@tallystick/terminal/progress';
import type { Command } from '../command.ts';
import type { OwnStore } from '../stores/own-store.ts';
import { backUp } from './backup.ts';

/** How many lost files are named. */
const mostLines = 20;

/** `backup FILE`, of a site with these stores beside its registry. */
export const backupCommand = (own: readonly OwnStore[]): Command => ({
  name: 'backup',
  takes: 'FILE',
  summary: 'writes all that is kept into one file, while servers go on',
  about: `Writes all that is kept into one file: the registry of releases, what else the site keeps in
stores of its own, the files of every published build, and the keys of DATA_DIR. It is a tar file
for its owner alone (0600); tables are in it as COPY text, compressed by zstd, each part with its
hash in the manifest at the end. FILE gets its name when it is whole and has been read again; an
earlier FILE stays until then.

Servers go on meanwhile: all stores are as of one moment, and no build is deleted until the end.

It prints the head of the audit log. Keep that elsewhere: restore takes it with --head. FILE holds
the key that signs releases, if that is in DATA_DIR: keep it like the key.

Exit code: 0 written and verified, 130 Ctrl-C, 1 not written, or not as it should be: files of
builds are lost, which it names and does without, or the audit log was cut short.`,
  settings: settingsOf(platformSettings, ['backup', storeCommands]),
  examples: [['tallystick-2026-11-23.tar', 'tar tf tallystick-2026-11-23.tar says what is in it']],
  run: async ({ file }, { environment, print, signal }) => {
    const display = createProgressDisplay(process.stderr);
    const written = await backUp(file, environment, own, {
      signal,
      onProgress: ({ rows, share }) => display.update({ records: rows, share }),
    }).finally(() => display.end());
    if (!written.ok) return fail(written.problem);
    const { rows, head, headIsKnown, keyElsewhere, lost, channels } = written.value;
    const megabytes = (statSync(file).size / 1_048_576).toFixed(1);
    const state = lost.length === 0 ? 'is whole' : 'lacks files of builds that are lost';
    print(
      `${file} ${state}: ${counted(rows, 'row', 'rows')}, ${megabytes} MB (${display.took()}).`,
    );
    for (const { channel, revision } of channels) print(`${channel} is at revision ${revision}.`);
    if (head) print(`Head of the audit log, to be kept elsewhere: ${head.hash}`);
    print(
      keyElsewhere === null
        ? 'The file holds the keys: whoever can read it can sign releases.'
        : `The file does not hold the key that signs releases, ${keyElsewhere}, and cannot be restored without it: keep a copy of that key too.`,
    );
    for (const line of lost.slice(0, mostLines)) print(line);
    if (lost.length > 0) {
      fail(
        `${counted(lost.length, 'file', 'files')} of builds cannot be read. Publish these builds again from the same folders, or copy the files back from an earlier backup: the next one is whole then.`,
      );
    }
    if (!headIsKnown) {
      fail(
        `The audit log does not have the head that DATA_DIR knows: ${commandLine('release verify')} says more. The backup has both as they are.`,
      );
    }
    return headIsKnown && lost.length === 0 ? 0 : 1;
  },
});
