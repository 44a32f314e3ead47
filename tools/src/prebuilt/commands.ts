// The commands of the prebuilt tree.
import { join } from 'node:path';
import { isHelp } from '@tallystick/platform/is-help';
import { serve } from '@tallystick/platform/serve';
import { openLedger } from '../serve/ledger.ts';
import { ready } from '../serve/ready.ts';
import { treeProblem } from './tree-problem.ts';

const usage = `Usage: node tallystick.js COMMAND …

  serve SERVER…   serves, in this process: site, admin, ledger
  ready SERVER…   whether those that listen where the settings say can serve now: exit code 0 or 1
  ledger VERB …   import, simulate, doctor
  release VERB …  publish, promote, rollback and more; the apps are in apps/
  backup FILE     writes all that is kept into one file
  restore FILE    puts it into an empty place
  migrate         brings the tables up to this version
  version         which program this is

Settings are environment variables: docs/operations.md.
`;

/** Commands that read their words as if they had been started by themselves. */
const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  ledger: () => import('@tallystick/backend/src/cli/main.ts'),
  backup: () => import('@tallystick/ledger-operations/src/backup.ts'),
  restore: () => import('@tallystick/ledger-operations/src/restore.ts'),
  migrate: () => import('@tallystick/ledger-operations/src/migrate.ts'),
};

const noIdentity =
  'The identity emulator is for development and is not here: name a Firebase project in FIREBASE_API_KEY.';

const [command = '', ...words] = process.argv.slice(2);
const own = commands[command];
if (command === 'serve') {
  const tree = join(import.meta.dirname, '../../..');
  const problem = words.some(isHelp) ? null : treeProblem(tree);
  if (problem === null) {
    await serve(words, {
      siteFolder: tree,
      more: { ledger: openLedger },
      notHere: { identity: noIdentity },
    });
  } else {
    console.error(problem);
    process.exitCode = 1;
  }
} else if (command === 'ready') {
  process.exitCode = await ready(words);
} else if (own !== undefined) {
  process.argv.splice(2, 1);
  await own();
} else if (command === 'release') {
  const { processIo } = await import('@tallystick/release-cli/src/io.ts');
  const { runRelease } = await import('@tallystick/release-cli/src/release.ts');
  process.exitCode = await runRelease(
    words,
    processIo('node tallystick.js release', process.cwd()),
  );
} else if (command === 'version') {
  const { programVersion } = await import('@tallystick/store/program-version');
  console.log(programVersion());
} else {
  process.exitCode = command === '' || isHelp(command) ? 0 : 2;
  (process.exitCode === 0 ? process.stdout : process.stderr).write(usage);
}
