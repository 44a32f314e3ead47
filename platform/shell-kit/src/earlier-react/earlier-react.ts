import { satisfy } from '@module-federation/enhanced/runtime';
import { version as pageVersion } from 'react';
import type { DataRouter } from 'react-router-dom';
import type { Manifest } from '../federation/manifest.ts';
import type { Required, ShareScope } from '../federation/platform-shares.ts';
import {
  drawnBy,
  isExposedRoutes,
  isExposedWidget,
  isMountable,
} from '../federation/remote-module.ts';
import type { EarlierReactParts } from './earlier-code.ts';

/** React of the major before the page's, for builds that ask for it. */
export interface EarlierReact {
  /** What such a build finds in its share scope in place of the page's; nothing for any other build. */
  shares(required: Required, platform: ShareScope): Promise<ShareScope>;
  /** What such a build exposes, to be shown by the page's React; what another one exposes, as it is. */
  inThisReact(manifest: Manifest, module: unknown): Promise<unknown>;
}

/** For a shell that has none: to load a build that asks for it fails. */
export const noEarlierReact: EarlierReact = {
  shares: async () => ({}),
  inThisReact: async (_manifest, module) => module,
};

/**
 * React of the major before the page's. Its code is loaded with the first build that asks for it, once for all.
 *
 * @param router the page's; asked for when there is a page
 */
export function createEarlierReact(
  { version, load }: EarlierReactParts,
  router: () => DataRouter,
): EarlierReact {
  const needsEarlier = (required: Required) =>
    required.some(({ name, requiredVersion: range }) => {
      // One without hooks may ask for `react/jsx-runtime` alone.
      const isReact = /^react(-dom)?(\/|$)/.test(name);
      return isReact && !!range && !satisfy(pageVersion, range) && satisfy(version, range);
    });
  return {
    async shares(required, platform) {
      return needsEarlier(required) ? (await load()).earlierShares(version, platform) : {};
    },
    async inThisReact({ shared = [] }, module) {
      if (!needsEarlier(shared)) return module;
      const { earlierRoutes, earlierWidget, mountedRoutes } = await load();
      if (isExposedRoutes(module, [])) {
        const routes = mountedRoutes(module.routes);
        return { ...module, routes, [drawnBy]: earlierRoutes(router()) };
      }
      if (!isExposedWidget(module) || isMountable(module.Widget)) return module;
      return { ...module, Widget: earlierWidget(router(), module.Widget) };
    },
  };
}
