import linker from '@angular/compiler-cli/linker/babel';
import { transformAsync } from '@babel/core';
import { federation } from '@module-federation/vite';
import { defineConfig, type Plugin } from 'vite';

/** Angular's packages come compiled for any version of it; this links them to the one that is installed. */
const linked: Plugin = {
  name: 'angular-linker',
  async transform(code, filename) {
    if (!code.includes('ɵɵngDeclare')) return null;
    const plugins = [linker];
    const result = await transformAsync(code, {
      ...{ filename, plugins, compact: false, sourceMaps: true, babelrc: false, configFile: false },
    });
    return result && { code: result.code ?? '', map: result.map };
  },
};

export default defineConfig(({ command }) => ({
  // A build lies anywhere; the development server says whole addresses.
  base: command === 'build' ? './' : 'http://localhost:5173/',
  server: {
    port: 5173,
    origin: 'http://localhost:5173',
    cors: { origin: 'http://localhost:4900' },
  },
  define: {
    ngDevMode: false,
    ngJitMode: false,
    ngServerMode: false,
    ngI18nClosureMode: false,
  },
  plugins: [
    linked,
    federation({
      name: 'mfe-name',
      filename: 'remoteEntry.js',
      manifest: true,
      dts: false,
      exposes: { './routes': './compiled/routes.js', './card': './compiled/card.js' },
    }),
  ],
  build: {
    target: 'esnext',
    assetsInlineLimit: 0,
    rolldownOptions: { input: './compiled/routes.js' },
  },
}));
