import type { Problem } from '@tallystick/contract/result';
import { readEnvironment } from '@tallystick/settings/environment';
import { printFailure } from '@tallystick/start/outcome';
import { runStart } from '@tallystick/start/start/run-start';
import { releasePorts, siteService } from '@tallystick/start/start/services';
import { readWorkspace } from './read-workspace.ts';

/**
 * Starts the site in a folder, and stays until a signal ends it; answers the exit code.
 *
 * @param program path of this program: servers and commands are processes of it
 */
export async function startSite(folder: string, program: string): Promise<number> {
  const read = readEnvironment(process.env);
  if (!read.ok) return failed(read);
  const workspace = readWorkspace(folder);
  if (!workspace.ok) return failed(workspace);
  const { value: environment } = read;
  const site = siteService(environment, [program, 'serve', 'site', 'admin']);
  return await runStart({
    services: [site],
    ports: [site, ...releasePorts(environment)],
    // Builds also read packages, which are outside their own folders. The lockfile says which versions.
    builds: { ...workspace.value, inputs: ['package-lock.json', 'tsconfig.json'] },
    release: [program, 'release'],
    channel: environment.CHANNEL,
    dataFolder: environment.DATA_DIR,
    ready: [`The site is ready: ${environment.SITE_URL}`],
  });
}

function failed(why: Problem): number {
  printFailure(why);
  return 1;
}
