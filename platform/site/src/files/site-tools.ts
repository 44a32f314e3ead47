import { isDotSegment } from '@tallystick/contract/path-segments';
import { pathTo, routesAbout } from '@tallystick/contract/routes-about';
import type { SiteTools } from '../definition/define-site.ts';
import type { ToolsFor } from '../page/describe-address.ts';

/** What a site's functions have at hand, over the routes of a release. */
export const siteTools =
  (common: Omit<SiteTools, 'linkTo'>): ToolsFor =>
  ({ remotes }) => {
    const routes = routesAbout(remotes);
    return {
      ...common,
      linkTo(subject, id) {
        const route = routes.get(subject);
        return route === undefined || isDotSegment(id) ? null : pathTo(route, id);
      },
    };
  };
