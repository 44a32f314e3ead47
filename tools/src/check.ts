// `npm run check -- FOLDER`: runs the suite of e2e/src/conformance on a build of somebody's remote.
import { resolve } from 'node:path';
import { type RunVerb, runVerb } from '@tallystick/command-line/run-words';
import type { ReadWords } from '@tallystick/command-line/verb';
import { runWithChromium } from './test/with-chromium.ts';

const check: RunVerb = {
  name: 'check',
  takes: 'FOLDER | --write',
  summary: 'check a build of a remote in a page',
  about: `Checks a build of a remote in a page: publishes it to a registry of its own beside the apps of this
workspace, and looks at it in Chromium. FOLDER is what tallystick-release takes, with the same
options. Exit code: 0 all is well, 1 a check failed, 2 it could not be run.`,
  options: {
    next: { value: 'FOLDER', about: 'its next build; else the same files stand for one' },
    remote: { value: 'FILE', about: "another bundler's build: its remote.json" },
    version: { value: 'X.Y.Z', about: 'its version' },
    container: { value: 'NAME', about: 'its global variable' },
    write: { about: 'check what each bundler that we know makes, and write docs/bundlers.md' },
  },
  run: (read) =>
    checkBuild(read).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return 2;
    }),
};

process.exit(await runVerb('npm run check --', check, process.argv.slice(2), 2));

async function checkBuild({ words, text, flag }: ReadWords): Promise<number> {
  const [folder, ...others] = words;
  if ((folder === undefined) !== flag('write') || others.length > 0) {
    console.error('Name one folder, or --write. Try: npm run check -- --help');
    return 2;
  }
  const from = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
  const remote = text('remote');
  const options = Object.entries({
    remote: remote && from(remote),
    version: text('version'),
    container: text('container'),
  }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  const named = text('next');
  const next = named === undefined ? null : from(named);
  return await runWithChromium(
    'playwright test --config e2e/playwright.config.ts conformance',
    40 * 60_000,
    folder === undefined
      ? { CHECK_WRITE: 'on', PROOFS: 'on' }
      : { CHECK_BUILD: JSON.stringify({ label: folder, folder: from(folder), options, next }) },
  );
}
