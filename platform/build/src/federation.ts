import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { RspackPluginInstance } from '@rspack/core';
import { type App, exposedFiles } from './app.ts';
import { earlierReactShares } from './earlier-react.ts';
import { installedVersion, singletonsOf } from './singletons.ts';

/** The versions of the same major number. Below 1.0.0 the second number counts as that, as for npm. */
function withinMajor(version: string): string {
  const [major, minor] = version.split('.');
  return major === '0' ? `^0.${minor}.0` : `^${major}.0.0`;
}

/**
 * What makes an app a part of the page. The shell provides the singletons. A remote is a container
 * under a global name of its build, which consumes each singleton strictly. Another version than it
 * was built for is then an error that the page can act on, not a warning.
 */
export function federationPlugin(
  app: App,
  globalName: string,
  isWorkingCopy = false,
): RspackPluginInstance {
  const kind = app.declaration === null ? 'shell' : 'remote';
  const singletons = singletonsOf(app.folder);
  if (isWorkingCopy) {
    const version = installedVersion(app.folder, 'react');
    singletons.push({ request: 'react/jsx-dev-runtime', version, file: null, isOwn: false });
  }
  // Running code gets no further singletons from the page, and an edit may be the first to import one.
  const first = isWorkingCopy ? singletons.map(({ request }) => request) : [];
  const shared: Record<string, object> = {};
  for (const { request, version, file, isOwn } of singletons) {
    const base = {
      singleton: true,
      strictVersion: true,
      // Within a major version of our own packages the registry decides, by what the build uses.
      requiredVersion: kind === 'remote' && isOwn ? withinMajor(version) : `^${version}`,
      version,
    };
    shared[request] = kind === 'shell' ? { ...base, eager: true } : { ...base, import: false };
    // A library may import it by its file, as `jotai/utils` does with `jotai/vanilla`.
    if (kind === 'remote' && file !== null) {
      shared[file] = { ...base, import: false, shareKey: request };
    }
  }
  return new ModuleFederationPlugin({
    // Each build of a remote has a name of its own: two of one name would be one instance in the page.
    name: kind === 'shell' ? app.name : globalName,
    shareStrategy: 'loaded-first',
    shared,
    dts: false,
    manifest: {
      additionalData: ({ stats }) => ({
        ...stats,
        shared: [
          // The plugin's own order follows the path of the checkout.
          ...stats.shared.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
          ...(kind === 'shell' ? earlierReactShares(app.folder) : []),
        ],
      }),
    },
    experiments: {
      ...(kind === 'shell' ? { provideExternalRuntime: true } : { externalRuntime: true }),
      optimization: {
        // The page has each manifest already, and gives the runtime the address of the entry.
        disableSnapshot: true,
        disableRemote: kind === 'remote',
        target: 'web',
      },
    },
    ...(kind === 'remote' && {
      filename: 'remote-entry.js',
      library: { type: 'var', name: globalName },
      exposes: Object.fromEntries(
        exposedFiles(app).map(([expose, file]) => [
          expose,
          { import: [...first, `./${file}`], name: expose.slice(2) },
        ]),
      ),
    }),
  });
}
