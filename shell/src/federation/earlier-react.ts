import { satisfy } from '@module-federation/enhanced/runtime';
import { earlierPage } from './earlier-page.tsx';
import type { Manifest } from './manifest.ts';
import type { ShareScope } from './platform-shares.ts';
import { isRemoteModule } from './remote-module.ts';

const version = '18.3.1';
const load = async () => (await import('#earlier-react')).earlierReact;

/**
 * React of the major before the page's, for builds that ask for it: loaded with the first of them, once for
 * all.
 */
export const earlierReact: ShareScope = {
  react: share(async () => (await load()).react),
  'react/jsx-runtime': share(async () => (await load()).jsxRuntime),
  'react-dom': share(async () => (await load()).reactDom),
  'react-dom/client': share(async () => (await load()).reactDomClient),
};

function share(module: () => Promise<unknown>): ShareScope[string] {
  return {
    [version]: {
      version,
      get: async () => {
        const loaded = await module();
        return () => loaded;
      },
      shareConfig: { singleton: true, requiredVersion: `^${version}` },
      scope: ['default'],
      useIn: [],
      from: 'shell',
      deps: [],
      strategy: 'loaded-first',
    },
  };
}

/** What a build exposes, with its pages to be shown by the page's React, whichever they are made with. */
export async function inThisReact({ shared = [] }: Manifest, module: unknown): Promise<unknown> {
  const range = shared.find(({ name }) => name === 'react')?.requiredVersion;
  if (!range || !satisfy(version, range) || !isRemoteModule(module, [])) return module;
  const react = await load();
  const pages = Object.entries(module.routes).map(([path, route]) => [
    path,
    earlierPage(react, route),
  ]);
  return { ...module, routes: Object.fromEntries(pages) };
}
