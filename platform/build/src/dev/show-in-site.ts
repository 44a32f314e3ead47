import { askSite } from './ask-site.ts';
import { type OpenProxy, openProxy } from './proxy.ts';
import { servicesOf } from './services.ts';
import type { ShownBuild } from './shown-build.ts';

/**
 * Opens, on this machine, the pages of a running site with another build of a remote in them.
 *
 * @param site an address of the site
 * @param port where they are on `localhost`; 0: anywhere
 * @throws Error with one line if there is no such site, or the port is taken.
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
  } catch {
    throw new Error(`Port ${port} is taken: end what uses it, or take another, --port ${port + 1}`);
  }
}
