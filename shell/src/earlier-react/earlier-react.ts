import { satisfy } from '@module-federation/enhanced/runtime';
import { version as pageVersion } from 'react';
import type { DataRouter } from 'react-router-dom';
import type { Manifest } from '../federation/manifest.ts';
import type { Required, ShareScope } from '../federation/platform-shares.ts';
import { drawnBy, isRemoteModule, isWidgetModule } from '../federation/remote-module.ts';

const version = '18.3.1';
const load = async () => (await import('./late.ts')).late;

/** React of the major before the page's, for builds that ask for it. */
export type EarlierReact = ReturnType<typeof createEarlierReact>;

/**
 * React of the major before the page's. Its code is loaded with the first build that asks for it, once for all.
 *
 * @param router the page's; asked for when there is a page
 */
export function createEarlierReact(router: () => DataRouter) {
  return {
    /** What such a build finds in its share scope in place of the page's; nothing for any other build. */
    async shares(required: Required, platform: ShareScope): Promise<ShareScope> {
      return needsEarlier(required) ? (await load()).earlierShares(version, platform) : {};
    },
    /** What such a build exposes, to be shown by the page's React; what another one exposes, as it is. */
    async inThisReact({ shared = [] }: Manifest, module: unknown) {
      if (!needsEarlier(shared)) return module;
      const { earlierRoutes, earlierWidget } = await load();
      if (isRemoteModule(module, [])) return { ...module, [drawnBy]: earlierRoutes(router()) };
      if (!isWidgetModule(module)) return module;
      return { ...module, Widget: earlierWidget(router(), module.Widget) };
    },
  };
}

function needsEarlier(required: Required): boolean {
  const range = required.find(({ name }) => name === 'react')?.requiredVersion;
  return !!range && !satisfy(pageVersion, range) && satisfy(version, range);
}
