import { federation } from '@module-federation/vite';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type UserConfig } from 'vite';

/** One file without imports, by which the site server renders the pages. */
const server: UserConfig = {
  plugins: [vue()],
  ssr: { target: 'webworker', noExternal: true },
  build: {
    rolldownOptions: {
      output: { format: 'cjs', entryFileNames: 'entry.js', codeSplitting: false },
    },
  },
};

const browser: UserConfig = {
  server: {
    port: 5173,
    origin: 'http://localhost:5173',
    cors: { origin: 'http://localhost:4900' },
  },
  plugins: [
    vue(),
    federation({
      name: 'mfe-name',
      filename: 'remoteEntry.js',
      manifest: true,
      dts: false,
      exposes: { './routes': './src/routes.ts', './card': './src/card.ts' },
    }),
  ],
  build: { target: 'esnext', assetsInlineLimit: 0, rolldownOptions: { input: './src/routes.ts' } },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  ...(isSsrBuild ? server : browser),
  // A build lies anywhere; the development server says whole addresses.
  base: command === 'build' ? './' : 'http://localhost:5173/',
}));
