import { createContext } from 'react';
import type { ReleaseInPage } from '../release/release-in-page.ts';
import type { Site } from '../routing/site.ts';

/** The site, and the release of the page that shows widgets. */
export interface CompositionParts {
  site: Site;
  release: ReleaseInPage;
}

export const CompositionContext = createContext<CompositionParts | null>(null);
