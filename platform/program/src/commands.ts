import { realpathSync } from 'node:fs';
import { createSite } from './create-site.ts';
import { isHelp } from './is-help.ts';
import { serve } from './serve.ts';
import { startSite } from './start-site.ts';

const usage = `Usage: tallystick COMMAND …

  create NAME     writes a small site into a new folder: a shell, a remote, site.config.ts; --kit
                  names a folder with the tarballs of the platform, where no package registry has them
  start           starts the site server, the registry and the console, builds and releases the apps
                  of this folder, and stays until Ctrl-C
  serve SERVER…   serves, in this process: site, admin
  release VERB …  publish, promote, rollback and more, of this folder's registry or of RELEASE_URL
  backup FILE     writes all that is kept into one file, while servers go on
  restore FILE    puts it into an empty place
  migrate         brings the tables up to this version; servers do so themselves, if they may

Settings are environment variables.
`;

const [command = '', ...words] = process.argv.slice(2);
try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  if (command === 'create') return createSite(words);
  if (command === 'start')
    return await startSite(process.cwd(), realpathSync(process.argv[1] ?? ''));
  if (command === 'serve') {
    await serve(words);
    return Number(process.exitCode ?? 0);
  }
  if (command === 'release') {
    const { processIo } = await import('@tallystick/release-cli/src/io.ts');
    const { runRelease } = await import('@tallystick/release-cli/src/release.ts');
    return await runRelease(
      words,
      processIo('npm run release --', process.env.INIT_CWD ?? process.cwd()),
    );
  }
  if (command === 'backup' || command === 'restore' || command === 'migrate') {
    const { runOperation } = await import('@tallystick/operations/commands');
    return await runOperation(command, words);
  }
  const isAsked = command === '' || isHelp(command);
  (isAsked ? process.stdout : process.stderr).write(usage);
  return isAsked ? 0 : 2;
}
