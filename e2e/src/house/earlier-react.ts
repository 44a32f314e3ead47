import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '@tallystick/tools/src/project.ts';
import { runRelease } from './house.ts';
import type { SideHouse } from './side-house.ts';

/** The app of the remote that is made with the kit and React 18. */
export const earlierApp = 'notes-earlier';

/** Builds that remote below `folder/dist`, and publishes it to a house; answers its build id. */
export async function publishEarlierReact(
  { environment }: Pick<SideHouse, 'environment'>,
  folder: string,
): Promise<string> {
  const script = inProject('e2e/foreign/react-18/build.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder]);
  const build = stdout.trim();
  await runRelease(environment, 'publish', join(folder, 'dist', build));
  return build;
}
