import { join } from 'node:path';
import { type Configuration, DefinePlugin, HtmlRspackPlugin } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { siteConfigurationSchema } from '@tallystick/shared/contracts/site';
import * as v from 'valibot';
import type { App } from './app.ts';
import { definitions } from './definitions.ts';
import { developmentPolicy } from './development-policy.ts';
import { moduleRules } from './module-rules.ts';

/** What `tallystick-build dev` tells the preset. */
const orderSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ port: v.number(), configuration: siteConfigurationSchema, policy: v.string() }),
);

/**
 * A remote on its own, for its team's work: with the singletons inside and a small frame, served by
 * a development server that replaces changed components in the open page. Calls to the ledger
 * service go through that server, because the service answers pages of its own site alone.
 */
export function standaloneConfiguration(app: App, order: string): Configuration {
  const { port, configuration, policy } = v.parse(orderSchema, order);
  const { folder, declaration } = app;
  const connect = declaration?.policy?.connect ?? [];
  const page = `http://localhost:${port}`;
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
        templateContent: pageOf(app, { ...configuration, ledgerUrl: `${page}/ledger` }),
      }),
      new ReactRefreshRspackPlugin(),
    ],
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    devServer: {
      host: 'localhost',
      port,
      headers: {
        'content-security-policy': developmentPolicy(policy, { page, connect, hasShell: false }),
      },
      // Compression would hold back what a stream has sent.
      compress: false,
      historyApiFallback: true,
      static: { directory: join(folder, 'public') },
      proxy: [
        {
          context: ['/ledger/'],
          target: configuration.ledgerUrl,
          changeOrigin: true,
          pathRewrite: { '^/ledger': '' },
        },
      ],
    },
  };
}

function entryOf(folder: string): string {
  const from = (file: string) => JSON.stringify(join(folder, file));
  return `import declaration from ${from('remote.json')};
import { routes } from ${from('src/routes.tsx')};
import { showAlone } from '@tallystick/shared/alone/show-alone';
showAlone(declaration, routes);`;
}

function pageOf(app: App, configuration: object): string {
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
