import { openChildren } from '@tallystick/start/process/children';
import { inProject } from '../project.ts';
import { findChromium } from './chromium.ts';
import { commandRunner } from './command.ts';
import { takeTestFolder } from './test-folder.ts';

/**
 * Runs a line of shell with `CHROMIUM_PATH` set, for at most so many milliseconds; answers its exit code, or 1
 * if there is no Chromium. Ends it when this process is told to end; its temporary files go with this process.
 */
export async function runWithChromium(
  command: string,
  limit: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const children = openChildren(inProject('test-results/logs'));
  takeTestFolder();
  children.endOnSignals();
  const run = commandRunner(children);
  const browser = await findChromium(run);
  if (browser !== undefined)
    return await run(command, limit, { ...environment, CHROMIUM_PATH: browser });
  console.error('No Chromium was found; install one, or set CHROMIUM_PATH to its path.');
  return 1;
}
