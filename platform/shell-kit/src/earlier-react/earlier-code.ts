import type { ComponentType } from 'react';
import type { DataRouter } from 'react-router-dom';
import type { ShareScope } from '../federation/platform-shares.ts';
import type { RoutesProps } from '../federation/remote-module.ts';
import type { mountedRoutes } from '../mounted/mounted.tsx';
import { earlierRoutes, earlierWidget } from './earlier-content.tsx';
import type { Showing } from './earlier-root.tsx';

/** React of the major before the page's, and how its code comes: with the first build that asks for it. */
export interface EarlierReactParts {
  readonly version: string;
  readonly load: () => Promise<EarlierCode>;
}

/** What comes of it, in one file. */
export interface EarlierCode {
  /** What a build of that React finds in place of the page's own. */
  earlierShares(version: string, platform: ShareScope): ShareScope;
  /** What draws the routes of such a build. */
  earlierRoutes(router: DataRouter): ComponentType<RoutesProps>;
  /** The routes of such a build, those that are mounted within components of that React. */
  readonly mountedRoutes: typeof mountedRoutes;
  /** A widget of such a build, as one of the page's. */
  earlierWidget(router: DataRouter, Widget: ComponentType<object>): ComponentType<object>;
}

/** What a shell bundles with React of the major before the page's, each module by the name that builds ask for. */
export interface EarlierBundle {
  readonly showing: Showing;
  /** React itself, of its own version. */
  readonly ofReact: Readonly<Record<string, object>>;
  /** And what else of the singletons is bound to React, of the page's versions. */
  readonly boundToReact: Readonly<Record<string, object>>;
}

/** What comes with the first build that asks for the earlier React, of what the shell has bundled with it. */
export function earlierCode({ showing, ofReact, boundToReact }: EarlierBundle): EarlierCode {
  return {
    mountedRoutes: showing.mountedRoutes,
    earlierRoutes: (router) => earlierRoutes(showing, router),
    earlierWidget: (router, Widget) => earlierWidget(showing, router, Widget),
    earlierShares(version, platform) {
      const bound = Object.entries(boundToReact).map(([name, module]) => {
        const [pageVersion = ''] = Object.keys(platform[name] ?? {});
        return [name, share(pageVersion, module)] as const;
      });
      const own = Object.entries(ofReact).map(([name, module]) => [name, share(version, module)]);
      return Object.fromEntries([...own, ...bound]);
    },
  };
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
