import { freePorts } from '@tallystick/store/free-ports.testing';
import { openServer, spawnScript } from './server.ts';
import type { SideHouse } from './side-house.ts';

/** Where the pages of staging are to be; the house beside has to know it as it starts (`SITE_URLS`). */
export async function stagingAddress(): Promise<string> {
  const [port] = await freePorts(1);
  return `http://localhost:${port}`;
}

/** Starts the site server of staging over the registry of a house, a process of its own; answers how it is ended. */
export async function startStagingSite(
  { environment }: Pick<SideHouse, 'environment'>,
  siteUrl: string,
): Promise<() => Promise<unknown>> {
  const settings = { CHANNEL: 'staging', SITE_PORT: new URL(siteUrl).port, SITE_URL: siteUrl };
  const server = openServer(
    () =>
      spawnScript(['tools/src/serve.ts', 'site'], { ...environment, ...settings, SITE_URLS: '' }),
    `${siteUrl}/health`,
  );
  await server.start();
  return () => server.end('SIGTERM');
}
