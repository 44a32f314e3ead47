import { container, type RspackPluginInstance, sharing } from '@rspack/core';
import type { App } from './app.ts';
import { installedSingletons } from './singletons.ts';

/** Names the share scope in which the shell provides singletons; the bundler's own default. */
const shareScope = 'default';

/** Names the chunk of what a remote exposes, `./routes`. */
export const routesChunk = 'routes';

/**
 * What makes an app a part of the page. The shell provides the singletons and consumes none, so its
 * own imports of them are plain ones. A remote is a container under a global name of its build,
 * which consumes each singleton strictly: another version than it was built for is an error that
 * the page can act on, not a warning.
 */
export function federationPlugins(app: App, globalName: string): RspackPluginInstance[] {
  const singletons = installedSingletons(app.folder);
  if (app.declaration === null) {
    return [
      new sharing.ProvideSharedPlugin({
        shareScope,
        provides: Object.fromEntries(
          singletons.map(({ request, version }) => [
            request,
            { shareKey: request, version, eager: true },
          ]),
        ),
      }),
    ];
  }
  return [
    new sharing.ConsumeSharedPlugin({
      shareScope,
      consumes: Object.fromEntries(
        singletons.map(({ request, version }) => [
          request,
          { import: false, singleton: true, strictVersion: true, requiredVersion: `^${version}` },
        ]),
      ),
    }),
    new container.ContainerPlugin({
      name: app.name,
      shareScope,
      filename: 'remote-entry.js',
      library: { type: 'var', name: globalName },
      exposes: { './routes': { import: './src/routes.tsx', name: routesChunk } },
    }),
  ];
}
