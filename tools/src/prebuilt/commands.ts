// The commands of the prebuilt tree.
import { join } from 'node:path';
import {
  installationNames,
  installationSettings,
} from '@tallystick/backend/src/settings/installation.ts';
import { handingOn, runWords } from '@tallystick/command-line/run-words';
import { tellMistyped } from '@tallystick/settings/mistyped';

const program = 'node tallystick.js';

/** Runs a module that reads the words of its process, as if it had been started by itself. */
const byItself = (load: () => Promise<unknown>) => async () => {
  process.argv.splice(2, 1);
  await load();
  return Number(process.exitCode ?? 0);
};

const noIdentity =
  'The identity emulator is for development and is not here: name a Firebase project in FIREBASE_API_KEY.';

async function serveHere(words: readonly string[]): Promise<number> {
  const { serve } = await import('@tallystick/platform/serve');
  const { openLedger } = await import('../serve/ledger.ts');
  const { treeProblem } = await import('./tree-problem.ts');
  const tree = join(import.meta.dirname, '../../..');
  return await serve(words, {
    program: `${program} serve`,
    problem: () => treeProblem(tree),
    siteFolder: tree,
    more: { ledger: openLedger },
    settings: installationSettings,
    notHere: { identity: noIdentity },
  });
}

async function release(words: readonly string[]): Promise<number> {
  const { processIo } = await import('@tallystick/release-cli/src/io.ts');
  const { runRelease } = await import('@tallystick/release-cli/src/release.ts');
  return await runRelease(words, processIo(`${program} release`, process.cwd()));
}

async function version(): Promise<number> {
  const { programVersion } = await import('@tallystick/store/program-version');
  console.log(programVersion());
  return 0;
}

const verbs = {
  serve: handingOn('serve', 'SERVER…', 'serve, in this process: site, admin, ledger', serveHere),
  ready: handingOn(
    'ready',
    'SERVER…',
    'whether those that listen where the settings say can serve now: exit code 0 or 1',
    async (words) => (await import('../serve/ready.ts')).ready(`${program} ready`, words),
  ),
  ledger: handingOn(
    'ledger',
    'VERB …',
    'import, simulate, doctor',
    byItself(() => import('@tallystick/backend/src/cli/main.ts')),
  ),
  release: handingOn(
    'release',
    'VERB …',
    'publish, promote, rollback and more; the apps are in apps/',
    release,
  ),
  backup: handingOn(
    'backup',
    'FILE',
    'write all that is kept into one file',
    byItself(() => import('@tallystick/ledger-operations/src/backup.ts')),
  ),
  restore: handingOn(
    'restore',
    'FILE',
    'put it into an empty place',
    byItself(() => import('@tallystick/ledger-operations/src/restore.ts')),
  ),
  migrate: handingOn(
    'migrate',
    '',
    'bring the tables up to this version',
    byItself(() => import('@tallystick/ledger-operations/src/migrate.ts')),
  ),
  version: handingOn('version', '', 'say which program this is', version),
};

const line = {
  program,
  about: 'Serve a site, ask whether it is ready, release its apps, look after what is kept.',
  verbs,
  more: 'Settings are environment variables: docs/settings.md.',
};
tellMistyped(installationNames);
process.exitCode = await runWords(line, process.argv.slice(2), 2);
