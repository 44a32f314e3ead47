import type { SiteConfiguration } from '../contracts/site.ts';

let served: SiteConfiguration | null = null;

/** Sets the configuration where there is no document to read it from: on the server that renders pages. */
export function serveConfiguration(configuration: SiteConfiguration): void {
  served = configuration;
}

export const servedConfiguration = (): SiteConfiguration | null => served;
