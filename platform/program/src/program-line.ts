import { realpathSync } from 'node:fs';
import { handingOn, type RunVerb } from '@tallystick/command-line/run-words';
import type { CommandLine } from '@tallystick/command-line/verb';

const create: RunVerb = {
  name: 'create',
  takes: 'NAME',
  summary: 'write a small site into a new folder: a shell, a remote, site.config.ts',
  about: 'Writes a small site into a new folder of its name: a shell, a remote, site.config.ts.',
  options: {
    kit: {
      value: 'FOLDER',
      about: 'a folder with the tarballs of the platform, where no package registry has them',
    },
    open: {
      value: 'WORDS',
      about: 'what its pages may do beyond the strict policy: injectedStyles,cleanedMarkup',
    },
  },
  examples: [['create bakery --kit kit', '']],
  run: async ({ words, text }) => {
    const { createSite } = await import('./create-site.ts');
    return await createSite(words, { kit: text('kit'), open: text('open') });
  },
};

const start: RunVerb = {
  name: 'start',
  summary: 'start all servers, build and release the apps of this folder, until Ctrl-C',
  about: `Starts the site server, the registry and the console, builds and releases the apps of this folder,
and stays until Ctrl-C.`,
  run: async () => {
    const { startSite } = await import('./start-site.ts');
    return await startSite(process.cwd(), realpathSync(process.argv[1] ?? ''));
  },
};

async function serve(words: readonly string[]): Promise<number> {
  const { serve } = await import('./serve.ts');
  return await serve(words, { program: 'tallystick serve' });
}

async function release(words: readonly string[]): Promise<number> {
  const { processIo } = await import('@tallystick/release-cli/src/io.ts');
  const { runRelease } = await import('@tallystick/release-cli/src/release.ts');
  const io = processIo('npm run release --', process.env.INIT_CWD ?? process.cwd());
  return await runRelease(words, io);
}

async function releaseVerbs(): Promise<CommandLine> {
  const { releaseLine } = await import('@tallystick/release-cli/src/command/release-line.ts');
  return releaseLine('tallystick release');
}

const operation = (name: 'backup' | 'restore' | 'migrate') => async (words: readonly string[]) =>
  (await import('@tallystick/operations/commands')).runOperation(name, words);

/** `tallystick`: the program of a site. */
export const programLine: CommandLine<RunVerb> = {
  program: 'tallystick',
  about: 'Make a site, start it, serve it, release its apps, look after what it keeps.',
  verbs: {
    create: async () => create,
    start: async () => start,
    serve: handingOn('serve', 'SERVER…', 'serve, in this process: site, admin', serve),
    release: handingOn(
      'release',
      'VERB …',
      "publish, promote, rollback and more, of this folder's registry or of RELEASE_URL",
      release,
      releaseVerbs,
    ),
    backup: handingOn(
      'backup',
      'FILE',
      'write all that is kept into one file, while servers go on',
      operation('backup'),
    ),
    restore: handingOn('restore', 'FILE', 'put it into an empty place', operation('restore')),
    migrate: handingOn(
      'migrate',
      '',
      'bring the tables up to this version; servers do so themselves, if they may',
      operation('migrate'),
    ),
  },
  more: 'Settings are environment variables.',
};
