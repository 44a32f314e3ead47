import type { SiteRules } from '@tallystick/contract/site-rules';
import type { SiteDefinition } from './define-site.ts';
import { openingTextsOf } from './openings.ts';

/** What a site has for itself, for the registry, which refuses builds that declare it. */
export function siteRules({
  subjects = {},
  shellPages = [],
  ownPaths = [],
  openings = {},
}: SiteDefinition): SiteRules {
  const paths = [...shellPages.map(({ path }) => path), ...ownPaths];
  const segments = paths.map((path) => path.split('/')[1]?.toLowerCase() ?? '');
  return {
    subjects,
    ownSegments: segments.filter((segment) => segment !== ''),
    openings: openingTextsOf(openings),
  };
}
