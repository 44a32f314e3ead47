import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { inProject } from '../project.ts';
import type { RunCommand } from './command.ts';

// The first has no windows, and so takes a third less of the machine.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const playwright = `"${inProject('e2e/node_modules/.bin/playwright')}"`;

/**
 * Path of a Chromium that runs: one that the machine has, else one that Playwright or the system's
 * package manager installs. Undefined if there is none to be had.
 */
export async function findChromium(run: RunCommand): Promise<string | undefined> {
  const present = await firstThatRuns([process.env.CHROMIUM_PATH ?? '', ...onPath()], run);
  if (present !== undefined) return present;
  const own = chromium.executablePath();
  if (await runs(own, run)) return own;

  const asRoot = process.getuid?.() === 0 ? '' : 'sudo -n ';
  await run(`${playwright} install chromium`, 240_000);
  if (await runs(own, run)) return own;
  if ((await run(`${asRoot}true`, 5_000)) !== 0) return undefined;
  if (existsSync(own)) {
    await run(`${asRoot}${playwright} install-deps chromium`, 240_000);
    if (await runs(own, run)) return own;
  }
  const install = `${asRoot}env DEBIAN_FRONTEND=noninteractive apt-get install -y`;
  await run(
    `${asRoot}apt-get update && (${install} chromium-headless-shell || ${install} chromium)`,
    300_000,
  );
  return await firstThatRuns(onPath(), run);
}

function onPath(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function firstThatRuns(
  paths: readonly string[],
  run: RunCommand,
): Promise<string | undefined> {
  for (const path of paths) {
    if (await runs(path, run)) return path;
  }
  return undefined;
}

/** Some systems put a script there that only says how to install the browser. */
async function runs(path: string, run: RunCommand): Promise<boolean> {
  return existsSync(path) && (await run(`"${path}" --version > /dev/null 2>&1`, 20_000)) === 0;
}
