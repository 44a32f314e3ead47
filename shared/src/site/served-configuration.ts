import type { SiteConfiguration } from '../contracts/site.ts';

let served: SiteConfiguration | null = null;

/** Says the configuration where there is no document that holds it: where pages are rendered for others. */
export function serveConfiguration(configuration: SiteConfiguration): void {
  served = configuration;
}

export const servedConfiguration = (): SiteConfiguration | null => served;
