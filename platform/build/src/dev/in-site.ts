import { join } from 'node:path';
import { type Configuration, DefinePlugin } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import * as v from 'valibot';
import type { App } from '../app.ts';
import { definitions } from '../definitions.ts';
import { federationPlugin } from '../federation.ts';
import { moduleRules } from '../module-rules.ts';
import { scopedStyles } from '../styles/scoped-styles.ts';
import { ownPaths } from './own-paths.ts';

/** What `tallystick-build dev --site` tells the preset. */
const inSiteOrderSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    build: v.string(),
    /** Port of the proxy, at which pages are. */
    pagePort: v.number(),
  }),
);

/** A remote as a container for pages of a site, served by a development server behind the proxy. */
export function inSiteConfiguration(app: App, order: string): Configuration {
  const { build, pagePort } = v.parse(inSiteOrderSchema, order);
  const { folder, name } = app;
  const globalName = `${name}_working_copy`.replaceAll('-', '_');
  return {
    context: folder,
    mode: 'development',
    // Pages say by it where something was thrown. One in the scripts themselves would be code of a text (`eval`).
    devtool: 'cheap-module-source-map',
    target: ['web', 'es2022'],
    entry: {},
    output: { path: join(folder, 'dist/dev'), publicPath: 'auto', uniqueName: globalName },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: moduleRules(app, 'dev', true),
    // A page keeps what it has until an edited file builds again.
    optimization: { splitChunks: false, emitOnErrors: false },
    // Pages would ask the site for a file that is imported later.
    lazyCompilation: false,
    // The command says where pages are: not where this server is.
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    plugins: [
      new DefinePlugin(definitions(build)),
      new ReactRefreshRspackPlugin(),
      scopedStyles(name),
      federationPlugin(app, globalName, true),
    ],
    devServer: {
      host: 'localhost',
      // Any that is free: the command is told which.
      port: 0,
      onListening: ({ server }) => {
        const address = server?.address();
        process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
      },
      compress: false,
      static: { directory: join(folder, 'public') },
      client: {
        logging: 'warn',
        // Pages refuse its frame. What it says stands in the line above them.
        overlay: false,
        webSocketURL: {
          protocol: 'ws',
          hostname: 'localhost',
          port: pagePort,
          pathname: ownPaths.socket,
        },
      },
      webSocketServer: { type: 'ws', options: { path: ownPaths.socket } },
    },
  };
}
