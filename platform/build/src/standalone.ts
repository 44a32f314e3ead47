import { join } from 'node:path';
import { type Configuration, DefinePlugin, HtmlRspackPlugin } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import {
  type PageConfiguration,
  pageConfigurationSchema,
} from '@tallystick/contract/page-configuration';
import { sitePackages } from '@tallystick/contract/site-packages';
import * as v from 'valibot';
import type { App } from './app.ts';
import { definitions } from './definitions.ts';
import { ownPaths } from './dev/own-paths.ts';
import { servicesOf, withAddresses } from './dev/services.ts';
import { developmentPolicy } from './development-policy.ts';
import { moduleRules } from './module-rules.ts';

/** What `tallystick-build dev` tells the preset. */
const orderSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ port: v.number(), configuration: pageConfigurationSchema, policy: v.string() }),
);

/**
 * A remote on its own, for its team's work, with the singletons inside and a small frame. A
 * development server serves it and replaces changed components in the open page. Calls to services
 * of the site go through that server, because they answer pages of their own site alone.
 */
export function standaloneConfiguration(app: App, order: string): Configuration {
  const { port, configuration, policy } = v.parse(orderSchema, order);
  const { folder, declaration } = app;
  const page = `http://localhost:${port}`;
  const services = servicesOf(configuration).map(({ place, url }, at) => ({
    place,
    url,
    path: `${ownPaths.services}${at}`,
  }));
  return {
    context: folder,
    mode: 'development',
    target: ['web', 'es2022'],
    entry: { main: `data:text/javascript,${encodeURIComponent(entryOf(folder))}` },
    output: { path: join(folder, 'dist/standalone'), uniqueName: app.name },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      // The remote's own React, also for what the preset brings into the page.
      modules: [join(folder, 'node_modules'), 'node_modules'],
    },
    module: moduleRules(app, 'standalone', true),
    plugins: [
      new DefinePlugin(definitions('standalone')),
      new HtmlRspackPlugin({
        templateContent: pageOf(
          app,
          withAddresses(
            configuration,
            services.map(({ place, path }) => ({ place, url: page + path })),
          ),
        ),
      }),
      new ReactRefreshRspackPlugin(),
    ],
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    devServer: {
      host: 'localhost',
      port,
      headers: {
        'content-security-policy': developmentPolicy(policy, {
          ...{ page, hasShell: false },
          declared: declaration?.policy,
        }),
      },
      // Compression would hold back what a stream has sent.
      compress: false,
      historyApiFallback: true,
      static: { directory: join(folder, 'public') },
      proxy: services.map(({ path, url }) => ({
        context: [path],
        target: url,
        changeOrigin: true,
        pathRewrite: { [`^${path}`]: '' },
      })),
    },
  };
}

/** @throws Error with one line if no package of the site says how a remote is shown by itself. */
function entryOf(folder: string): string {
  const [alone] = sitePackages(folder).flatMap((pkg) => pkg.alone ?? []);
  if (alone === undefined) {
    throw new Error(
      'package.json depends on no package of a site that shows a remote by itself: --site shows it in the site',
    );
  }
  const from = (file: string) => JSON.stringify(join(folder, file));
  return `import declaration from ${from('remote.json')};
import { routes } from ${from('src/routes.tsx')};
import { showAlone } from '${alone}';
showAlone(declaration, routes);`;
}

function pageOf(app: App, configuration: PageConfiguration): string {
  const json = JSON.stringify(configuration).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${app.name}</title>
<link rel="icon" href="data:,">
<script type="application/json" id="site-configuration">${json}</script>
</head>
<body><div id="root"></div></body>
</html>`;
}
