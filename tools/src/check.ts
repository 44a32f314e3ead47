// `npm run check -- FOLDER`: runs the suite of e2e/src/conformance on a build of somebody's remote.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runWithChromium } from './test/with-chromium.ts';

const help = `Usage: npm run check -- FOLDER [--next FOLDER] [--remote FILE] [--version X.Y.Z] [--container NAME]
       npm run check -- --write

Checks a build of a remote in a page: publishes it to a registry of its own beside the apps of this
workspace, and looks at it in Chromium. FOLDER is what tallystick-release takes, with the same options.
--next: its next build; else the same files stand for one under another id. --write: checks what each
bundler that we know makes, and writes docs/bundlers.md. Exit code 1: a check failed.
`;

process.exit(
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }),
);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      write: { type: 'boolean' },
      next: { type: 'string' },
      remote: { type: 'string' },
      version: { type: 'string' },
      container: { type: 'string' },
    },
    args: process.argv.slice(2).filter((word) => word !== '--'),
  });
  const [folder] = positionals;
  if (values.help === true || (folder === undefined) !== (values.write === true)) {
    process.stdout.write(help);
    return values.help === true ? 0 : 2;
  }
  const from = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
  const { remote, version, container } = values;
  const options = Object.entries({ remote: remote && from(remote), version, container }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`--${name}`, value]),
  );
  const next = values.next === undefined ? null : from(values.next);
  return await runWithChromium(
    'playwright test --config e2e/playwright.config.ts conformance',
    40 * 60_000,
    folder === undefined
      ? { CHECK_WRITE: 'on', PROOFS: 'on' }
      : { CHECK_BUILD: JSON.stringify({ label: folder, folder: from(folder), options, next }) },
  );
}
