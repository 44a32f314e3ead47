import { federation } from '@module-federation/vite';
import { build } from 'vite';

// Builds the remote in a folder by Vite as most teams do: what is shared is React and React DOM, by their names alone.
const [folder = '', out = ''] = process.argv.slice(2);

await build({
  root: folder,
  base: './',
  logLevel: 'error',
  configFile: false,
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [
    federation({
      name: 'mfe_hundred',
      exposes: { './routes': './src/routes.tsx' },
      shared: { react: { singleton: true }, 'react-dom': { singleton: true } },
      filename: 'remoteEntry.js',
      manifest: true,
      dts: false,
    }),
  ],
  build: { target: 'esnext', outDir: out, emptyOutDir: true, minify: false },
});
