import { satisfy } from '@module-federation/enhanced/runtime';
import { version as pageVersion } from 'react';
import type { DataRouter } from 'react-router-dom';
import type { EarlierReact } from '../federation/load-module.ts';
import type { Required } from '../federation/platform-shares.ts';
import { drawnBy, isRemoteModule, isWidgetModule } from '../federation/remote-module.ts';

const version = '18.3.1';
const load = async () => (await import('./late.ts')).late;

/**
 * React of the major before the page's. Its code is loaded with the first build that asks for it, once for all.
 *
 * @param router the page's; asked for when there is a page
 */
export function createEarlierReact(router: () => DataRouter): EarlierReact {
  return {
    async shares(required, platform) {
      return needsEarlier(required) ? (await load()).earlierShares(version, platform) : {};
    },
    async inThisReact({ shared = [] }, module) {
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
