import { boundToReact, ofReact } from '#earlier-react';
import type { ShareScope } from '../federation/platform-shares.ts';
import { earlierRoutes, earlierWidget } from './earlier-content.tsx';

/** What comes with the first build that asks for the earlier React, in one file. */
export const late = { earlierRoutes, earlierShares, earlierWidget };

/** React of `version`, and in the page's own versions what else of the platform is bound to React. */
function earlierShares(version: string, platform: ShareScope): ShareScope {
  const bound = Object.entries(boundToReact).map(([name, module]) => {
    const [pageVersion = ''] = Object.keys(platform[name] ?? {});
    return [name, share(pageVersion, module)] as const;
  });
  const own = Object.entries(ofReact).map(([name, module]) => [name, share(version, module)]);
  return Object.fromEntries([...own, ...bound]);
}

function share(version: string, module: object): ShareScope[string] {
  return {
    [version]: {
      version,
      get: async () => () => module,
      shareConfig: { singleton: true, requiredVersion: `^${version}` },
      scope: ['default'],
      useIn: [],
      from: 'shell',
      deps: [],
      strategy: 'loaded-first',
    },
  };
}
