import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { RspackPluginInstance } from '@rspack/core';
import type { App } from './app.ts';
import { installedSingletons } from './singletons.ts';

/** Names the chunk of what a remote exposes, `./routes`. */
export const routesChunk = 'routes';

/**
 * What makes an app a part of the page. The shell provides the singletons. A remote is a container
 * under a global name of its build, which consumes each singleton strictly: another version than it
 * was built for is an error that the page can act on, not a warning.
 */
export function federationPlugins(app: App, globalName: string): RspackPluginInstance[] {
  const kind = app.declaration === null ? 'shell' : 'remote';
  const shared = installedSingletons(app.folder).map(({ request, version }) => {
    const base = {
      singleton: true,
      strictVersion: true,
      requiredVersion: `^${version}`,
      version,
    } as const;
    return [request, kind === 'shell' ? { ...base, eager: true } : { ...base, import: false }];
  });
  return [
    new ModuleFederationPlugin({
      name: app.name,
      shareStrategy: 'loaded-first',
      shared: Object.fromEntries(shared),
      dts: false,
      manifest: false,
      experiments: { optimization: { disableSnapshot: true, target: 'web' } },
      ...(kind === 'remote' && {
        filename: 'remote-entry.js',
        library: { type: 'var', name: globalName },
        exposes: { './routes': { import: './src/routes.tsx', name: routesChunk } },
      }),
    }),
  ];
}
