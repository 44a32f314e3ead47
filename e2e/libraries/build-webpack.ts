import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { inProject } from '@tallystick/tools/src/project.ts';
import webpack from 'webpack';
import { shared } from './build.ts';

/**
 * Builds with webpack the remote of what `buildLibraries` has installed into a folder that most teams with webpack
 * bring: MUI, TanStack Query, ECharts and Monaco. Answers the folder of the build.
 */
export async function buildWithWebpack(folder: string): Promise<string> {
  const out = join(folder, 'webpack/dist');
  const name = 'webpack_libraries';
  const exposes = { './routes': './webpack/routes.jsx' };
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: {},
    output: { path: out, publicPath: 'auto', uniqueName: name, clean: true },
    experiments: { css: true },
    module: {
      rules: [
        {
          test: /\.jsx$/,
          loader: inProject('e2e/foreign/refresh-loader.ts'),
          options: { development: false },
        },
      ],
    },
    plugins: [
      new ModuleFederationPlugin({
        ...{ name, exposes, shared, filename: 'remoteEntry.js', dts: false },
      }),
    ],
  });
  await new Promise<void>((resolve, reject) => {
    compiler?.run((error, stats) => {
      const problem = error ?? stats?.toJson().errors?.[0];
      compiler.close(() => (problem ? reject(new Error(problem.message)) : resolve()));
    });
  });
  return out;
}
