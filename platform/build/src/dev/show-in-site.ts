import { randomBytes } from 'node:crypto';
import { plainAddresses } from '@tallystick/contract/path-pattern';
import { readDeclaration } from '../app.ts';
import { askSite } from './ask-site.ts';
import { type OpenProxy, openProxy } from './proxy.ts';
import { servicesOf } from './services.ts';
import type { ShownBuild } from './shown-build.ts';
import { workingCopy } from './working-copy.ts';

/**
 * Opens, on this machine, the pages of a running site with another build of a remote in them.
 *
 * @param site an address of the site
 * @param port where they are on `localhost`; 0: anywhere
 * @throws Error with one line if there is no such site, or the port cannot be had.
 */
export async function showInSite(
  site: string,
  shown: ShownBuild,
  port: number,
): Promise<OpenProxy & { site: string }> {
  const { origin, configuration } = await askSite(site);
  const services = servicesOf(configuration);
  try {
    return { ...(await openProxy({ shown, site: origin, services }, port)), site: origin };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EADDRINUSE') throw error;
    const other = port < 65_535 ? port + 1 : port - 1;
    throw new Error(`Port ${port} is taken: end what uses it, or take another, --port ${other}`);
  }
}

/** A development server that a team runs itself, and whose pages they are. */
export interface OwnServer {
  /** Folder of the remote, with its `remote.json`. */
  folder: string;
  site: string;
  port: number;
  /** Address of the server's federation manifest. */
  manifest: string;
  /** What `bundleContainer` has made. */
  container: string;
}

/** No published build has such an id. */
export const developmentBuild = () => `0.0.0-dev-${randomBytes(6).toString('hex')}`;

/**
 * Opens the pages of a site with a remote in them as a team's own development server has it. `page` is the address of
 * its first one.
 *
 * @throws Error with one line, also if the remote declares nothing or the server has no manifest.
 */
export async function showOwnServer({ folder, site, port, manifest, container }: OwnServer) {
  const { declaration, notes } = readDeclaration(folder);
  const { name: app, routes } = declaration;
  const shown = workingCopy({
    ...{ folder, app, build: developmentBuild(), manifest, isAskedItself: true },
    bundledContainer: async () => container,
  });
  await shown.read();
  const proxy = await showInSite(site, shown, port);
  return { ...proxy, app, notes, page: `${proxy.url}${plainAddresses(routes)[0] ?? '/'}` };
}
