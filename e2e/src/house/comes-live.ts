import { expect } from '@playwright/test';
import type { House } from './house.ts';
import { currentRelease } from './release-site.ts';

/**
 * Resolves when the site gives a build to whoever comes. While it cannot ask the registry within two seconds, it gives
 * the newest release that it knows: this one from then on.
 */
export async function comesLive(
  site: Pick<House, 'siteUrl'>,
  app: string,
  build: string,
): Promise<void> {
  const live = async () => {
    const { shell, remotes } = await currentRelease(site);
    return [shell, ...remotes].find(({ name }) => name === app)?.build;
  };
  await expect.poll(live).toBe(build);
}
