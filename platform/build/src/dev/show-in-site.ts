import { askSite } from './ask-site.ts';
import { type OpenProxy, openProxy } from './proxy.ts';
import { servicesOf } from './services.ts';
import type { ShownBuild } from './shown-build.ts';

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
