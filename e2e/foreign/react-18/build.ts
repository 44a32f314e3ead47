import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';

// Builds the remote beside this file into `<folder>/dist`, as a team would that is at React 18 still.
const [folder = ''] = process.argv.slice(2);
const { resolve } = createRequire(import.meta.url);
const react = { singleton: true, requiredVersion: '^18.2.0', version: '18.3.1' };

await mkdir(folder, { recursive: true });
await cp(join(import.meta.dirname, 'routes.js'), join(folder, 'routes.js'));
const declaration = {
  name: 'notes-earlier',
  title: 'Notes of before',
  routes: [{ path: '/notes-earlier/:id', page: 'Note' }],
  menu: [],
};
await writeFile(join(folder, 'remote.json'), JSON.stringify(declaration));
await writeFile(join(folder, 'package.json'), '{"name":"notes-earlier","version":"1.0.0"}');

const compiler = webpack({
  mode: 'production',
  context: folder,
  entry: {},
  output: { path: join(folder, 'dist'), publicPath: 'auto', uniqueName: 'notes_earlier' },
  resolve: {
    alias: {
      react$: resolve('react-18'),
      'react/jsx-runtime$': resolve('react-18/jsx-runtime'),
    },
  },
  plugins: [
    new ModuleFederationPlugin({
      name: 'notes_earlier',
      exposes: { './routes': './routes.js' },
      shared: { react, 'react/jsx-runtime': react },
      filename: 'remoteEntry.js',
      dts: false,
    }),
  ],
});
await new Promise<void>((done, failed) => {
  compiler?.run((error, stats) => {
    const problem = error ?? stats?.toJson().errors?.[0];
    compiler?.close(() => (problem ? failed(new Error(problem.message)) : done()));
  });
});
