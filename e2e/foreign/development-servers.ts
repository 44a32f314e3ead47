import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { federation } from '@module-federation/vite';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import react from '@vitejs/plugin-react';
import { createServer as createViteServer } from 'vite';
import webpack from 'webpack';
import hotMiddleware from 'webpack-hot-middleware';

/** Serves the remote in `folder` at a port of this machine, as docs/remotes.md says of the bundler. */
type Serve = (folder: string, port: number) => Promise<void>;

const singleton = { singleton: true, requiredVersion: '^19.0.0' };
const container = {
  name: 'mfe_edited',
  filename: 'remoteEntry.js',
  exposes: { './routes': './src/routes.jsx' },
  shared: {
    react: singleton,
    'react/jsx-runtime': singleton,
    'react/jsx-dev-runtime': singleton,
  },
  dts: false,
};

export const developmentServers: Readonly<Record<string, Serve>> = {
  /** Serves with `webpack-hot-middleware`, because webpack-dev-server does the same with a hundred packages more. */
  async webpack(folder, port) {
    const out = join(folder, 'dist');
    const compiler = webpack({
      mode: 'development',
      context: folder,
      devtool: false,
      entry: {},
      output: { path: out, publicPath: 'auto', uniqueName: container.name },
      experiments: { css: true },
      module: {
        rules: [{ test: /\.jsx$/, loader: join(import.meta.dirname, 'refresh-loader.ts') }],
      },
      plugins: [
        new webpack.HotModuleReplacementPlugin(),
        new webpack.EntryPlugin(folder, hotClient(port), {}),
        new ReactRefreshPlugin({ overlay: { sockIntegration: 'whm' } }),
        new ModuleFederationPlugin(container),
      ],
    });
    if (compiler === null) throw new Error('webpack makes no compiler of this.');
    compiler.watch({}, () => {});
    const sendChanges = hotMiddleware(compiler, { log: false });
    createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      sendChanges(request, response, () => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        createReadStream(join(out, pathname))
          .on('error', () => response.writeHead(404).end())
          .pipe(response);
      });
    }).listen(port, 'localhost');
  },
  async vite(folder, port) {
    const origin = `http://localhost:${port}`;
    const server = await createViteServer({
      root: folder,
      base: `${origin}/`,
      cacheDir: join(folder, '.vite'),
      configFile: false,
      logLevel: 'error',
      server: { host: 'localhost', port, strictPort: true, origin, cors: true },
      plugins: [react(), federation({ ...container, manifest: true })],
    });
    await server.listen();
  },
};

function hotClient(port: number): string {
  const path = `http://localhost:${port}/__webpack_hmr`;
  return `webpack-hot-middleware/client?path=${path}&overlay=false`;
}
