import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { artifactBase } from '@tallystick/contract/read-release';
import type { Running } from './command.ts';
import { type House, startHouse, stopHouse } from './house.ts';
import { currentRelease } from './release-site.ts';
import { newestArtifact } from './variant.ts';

/**
 * Starts a house for the first time, keeps what that leaves for others to copy, and starts it again. The first
 * start has no identity emulator, which nobody asks.
 */
export async function startFreshHouse(house: House): Promise<Running> {
  const environment = {
    ...house.environment,
    FIREBASE_API_KEY: 'of-nobody',
    FIREBASE_AUTH_DOMAIN: 'nobody.example',
    FIREBASE_PROJECT_ID: 'of-nobody',
  };
  const first = await startHouse({ ...house, environment });
  await compressed(house);
  if ((await stopHouse(first)) !== 0) throw new Error(first.output());
  const logs = join(house.dataDir, 'logs');
  cpSync(house.dataDir, house.freshDir, { recursive: true, filter: (path) => path !== logs });
  return await startHouse(house);
}

/**
 * Resolves when the site server has the best compression of all that pages load, which takes seconds of
 * a processor. Without it, each copy of the house would compress all of that again.
 */
async function compressed({ siteUrl }: House): Promise<void> {
  const { shell, remotes } = await currentRelease({ siteUrl });
  for (const { name } of [shell, ...remotes]) {
    const { build, files } = await newestArtifact(name);
    // The site server renders with the files in `server/`, and no page asks for them.
    for (const file of Object.keys(files).filter((path) => !path.startsWith('server/'))) {
      while (await isCompressedQuickly(`${siteUrl}${artifactBase(name, build)}${file}`)) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
}

async function isCompressedQuickly(url: string): Promise<boolean> {
  const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  return headers.get('etag')?.endsWith('-br5"') ?? false;
}
