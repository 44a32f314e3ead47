import { createContext, use } from 'react';
import type { Site } from './routing/site.ts';

export const SiteContext = createContext<Site | null>(null);

/** The site that the caller is shown in. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (site === null) throw new Error('There is no site around this.');
  return site;
}
