import { rmSync } from 'node:fs';
import { printFailure } from '@tallystick/start/outcome';
import type { Children } from '@tallystick/start/process/children';
import { buildApps } from '@tallystick/start/start/build-apps';
import { showProgress } from '@tallystick/start/start/progress';
import { inProject } from '../project.ts';
import { builds } from '../start/workspace.ts';
import { findChromium } from './chromium.ts';
import type { RunCommand } from './command.ts';
import { type Count, countCheck, countTests } from './count.ts';

/** One part of `npm test`; `name` selects it on the command line. */
export interface Step {
  name: string;
  title: string;
  run(): Promise<Count>;
}

const minute = 60_000;
/** Colours are for terminals. */
const plain: Record<string, string> = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** A command that passes or fails; it has so many minutes. */
function check(
  run: RunCommand,
  name: string,
  title: string,
  command: string,
  minutes: number,
): Step {
  return { name, title, run: async () => countCheck(await run(command, minutes * minute)) };
}

/** What belongs to some packages alone: their lint, their types with what they stand on, their tests. */
export function packageSteps(run: RunCommand, packages: readonly string[]): readonly Step[] {
  const folders = packages.join(' ');
  const tests = packages.map((name) => `${name}/src/`).join(' ');
  return [
    check(run, 'lint', `Lint and format of ${folders}`, `biome ci ${folders}`, 10),
    check(run, 'types', `Types of ${folders}`, `tsc -b ${folders}`, 20),
    { name: 'unit', title: `Tests of ${folders}`, run: () => unitTests(run, tests) },
  ];
}

/**
 * The parts of `npm test`, in their order. Each has a limit of its own, so none can hang; a limit is
 * several times what a small and busy machine needs.
 */
export function testSteps(run: RunCommand, children: Children): readonly Step[] {
  const lint = `biome ci --colors=${process.stdout.isTTY ? 'force' : 'off'} .`;
  return [
    check(run, 'lint', 'Lint and format (Biome)', lint, 10),
    check(run, 'types', 'Types (tsc)', 'tsc -b', 20),
    check(run, 'unused', 'Unused code and dependencies (knip)', 'knip', 10),
    { name: 'unit', title: 'Unit and integration tests (vitest)', run: () => unitTests(run) },
    { name: 'build', title: 'Builds of all apps', run: async () => await buildAll(children) },
    { name: 'e2e', title: 'End to end (Playwright)', run: () => endToEnd(run) },
  ];
}

async function unitTests(run: RunCommand, which = ''): Promise<Count> {
  const report = freshReport('vitest.json');
  const command = `vitest run ${which} --reporter=dot --reporter=json --outputFile.json="${report}"`;
  return countTests(report, await run(command, 60 * minute, plain));
}

async function buildAll(children: Children): Promise<Count> {
  const progress = showProgress(process.stdout);
  const outcome = await buildApps(builds, children, progress);
  progress.end();
  if (!outcome.ok) printFailure(outcome);
  return countCheck(outcome.ok ? 0 : 1);
}

async function endToEnd(run: RunCommand): Promise<Count> {
  const browser = await findChromium(run);
  if (browser === undefined) {
    console.error('No Chromium was found; install one, or set CHROMIUM_PATH to its path.');
    return countCheck(1);
  }
  const report = freshReport('playwright.json');
  rmSync(inProject('test-results/servers'), { recursive: true, force: true });
  const exitCode = await run('playwright test --config e2e/playwright.config.ts', 60 * minute, {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Where Playwright keeps the JavaScript of the specs: in the folder for temporary files it would be gone each time.
    PWTEST_CACHE_DIR: inProject('node_modules/.cache/playwright'),
  });
  return countTests(report, exitCode);
}

function freshReport(name: string): string {
  const path = inProject('test-results', name);
  rmSync(path, { force: true });
  return path;
}
