import { type Browser, chromium } from '@playwright/test';
import { openChildren } from '@tallystick/start/process/children';
import { inProject } from '@tallystick/tools/src/project.ts';
import { findChromium } from '@tallystick/tools/src/test/chromium.ts';
import { commandRunner } from '@tallystick/tools/src/test/command.ts';
import { Misuse } from '../command/command.ts';

/** Starts a Chromium, which is installed where there is none. */
export async function launchChromium(): Promise<Browser> {
  const run = commandRunner(openChildren(inProject('test-results/logs')));
  const executablePath = await findChromium(run);
  if (executablePath !== undefined) return await chromium.launch({ executablePath });
  throw new Misuse('No Chromium was found; install one, or set CHROMIUM_PATH to its path.');
}
