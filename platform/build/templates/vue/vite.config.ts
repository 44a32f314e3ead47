import { federation } from '@module-federation/vite';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  // A build lies anywhere; the development server says whole addresses.
  base: command === 'build' ? './' : 'http://localhost:5173/',
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
}));
