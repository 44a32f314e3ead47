import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { federation } from '@module-federation/vite';
import { createRsbuild } from '@rsbuild/core';
import { buildApp } from '@tallystick/build/build';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';

/** Bundles the remote in `folder` into `out`, as a team would that has never heard of this platform. */
export type Bundle = (folder: string, name: string, out: string) => Promise<void>;

/** Whether it writes source maps beside its scripts. */
const isMapped = process.env.SOURCE_MAPS === 'on';
const exposes = { './routes': './src/routes.js' };
const shared = {
  react: { singleton: true, requiredVersion: '^19.0.0' },
  'react/jsx-runtime': { singleton: true, requiredVersion: '^19.0.0' },
};

/** What builds an app with each bundler. The keys are the names of these apps. */
export const bundlers: Record<string, Bundle> = {
  async kit(folder) {
    await rename(join(folder, 'src/routes.js'), join(folder, 'src/routes.tsx'));
    await writeFile(
      join(folder, 'rspack.config.ts'),
      `import { appConfiguration } from '@tallystick/build';
const configuration = appConfiguration(import.meta.dirname);
configuration.module?.rules?.push({ test: /\\.svg$/, type: 'asset/resource' });
export default configuration;
`,
    );
    buildApp(folder);
  },
  webpack: (folder, name, out) =>
    runWebpack(
      folder,
      out,
      name,
      new ModuleFederationPlugin({ name, exposes, shared, filename: 'remoteEntry.js', dts: false }),
    ),
  'webpack-own': (folder, name, out) =>
    runWebpack(
      folder,
      out,
      name,
      new webpack.container.ModuleFederationPlugin({
        name,
        exposes,
        shared,
        filename: 'remoteEntry.js',
      }),
    ),
  /** A build that shares nothing, which the builds of the others must not do. */
  alone: (folder, name, out) =>
    runWebpack(folder, out, name, new ModuleFederationPlugin({ name, exposes, dts: false })),
  rsbuild: (...app) => runRsbuild('auto', ...app),
  /** With the path that Rsbuild has by itself, `/`. */
  'rsbuild-fixed': (...app) => runRsbuild(undefined, ...app),
  vite: (...app) => runVite('./', ...app),
  /** With the base that Vite has by itself, `/`. */
  'vite-fixed': (...app) => runVite(undefined, ...app),
};

async function runRsbuild(
  assetPrefix: string | undefined,
  ...[folder, name, out]: Parameters<Bundle>
): Promise<void> {
  const rsbuild = await createRsbuild({
    cwd: folder,
    rsbuildConfig: {
      source: { entry: { index: './index.js' } },
      output: {
        ...(assetPrefix && { assetPrefix }),
        distPath: { root: out },
        dataUriLimit: 0,
        ...(isMapped && { sourceMap: true }),
      },
      plugins: [pluginModuleFederation({ name, exposes, shared, dts: false })],
    },
  });
  const { close } = await rsbuild.build();
  await close();
}

async function runVite(
  base: string | undefined,
  ...[folder, name, out]: Parameters<Bundle>
): Promise<void> {
  await viteBuild({
    root: folder,
    ...(base && { base }),
    logLevel: 'error',
    configFile: false,
    plugins: [
      federation({
        name,
        exposes,
        shared,
        filename: 'remoteEntry.js',
        manifest: true,
        dts: false,
      }),
    ],
    build: {
      target: 'esnext',
      sourcemap: isMapped,
      outDir: out,
      emptyOutDir: true,
      assetsInlineLimit: 0,
    },
  });
}

function runWebpack(
  folder: string,
  out: string,
  name: string,
  plugin: { apply(compiler: webpack.Compiler): void },
): Promise<void> {
  const compiler = webpack({
    mode: 'production',
    devtool: isMapped && 'source-map',
    context: folder,
    entry: {},
    output: { path: out, publicPath: 'auto', uniqueName: name },
    experiments: { css: true },
    module: { rules: [{ test: /\.svg$/, type: 'asset/resource' }] },
    plugins: [plugin],
  });
  return new Promise((resolve, reject) => {
    compiler?.run((error, stats) => {
      const problem = error ?? stats?.toJson().errors?.[0];
      compiler?.close(() => (problem ? reject(new Error(problem.message)) : resolve()));
    });
  });
}
