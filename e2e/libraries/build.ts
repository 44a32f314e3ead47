import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { federation } from '@module-federation/vite';
import * as v from 'valibot';
import { build } from 'vite';

const run = promisify(execFile);
/** What the site's pages have once. */
export const shared = {
  react: { singleton: true, requiredVersion: '^19.0.0' },
  'react/jsx-runtime': { singleton: true, requiredVersion: '^19.0.0' },
};
/**
 * Installs the libraries into a folder, with npm and as it has them, and builds the remote that shows them with Vite.
 * The build is in `dist` there.
 */
export async function buildLibraries(folder: string): Promise<void> {
  await cp(import.meta.dirname, folder, { recursive: true });
  await writeFile(join(folder, 'index.js'), "import('./routes.jsx');\n");
  const page = '<!doctype html><script type="module" src="./index.js"></script>';
  await writeFile(join(folder, 'index.html'), page);
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
  await run('npm', words, { cwd: folder, maxBuffer: 1e8 });
  await compileSvelte(folder);
  const out = join(folder, 'dist');
  await build({
    root: folder,
    base: './',
    logLevel: 'error',
    configFile: false,
    plugins: [
      federation({
        name: 'libraries',
        exposes: { './routes': './routes.jsx' },
        shared,
        filename: 'remoteEntry.js',
        manifest: true,
        dts: false,
      }),
    ],
    build: { target: 'esnext', outDir: out, emptyOutDir: true },
  });
}

/** A component of Svelte. */
const counter = `<script>
  let { count } = $props();
</script>
<div><b>Baked {count} times</b><i>warm</i></div>`;

/** As Svelte's plugin does. */
async function compileSvelte(folder: string): Promise<void> {
  const compiler: unknown = createRequire(join(folder, 'package.json'))('svelte/compiler');
  const { compile } = v.parse(v.object({ compile: v.function() }), compiler);
  const compiled = compile(counter, { generate: 'client', filename: 'counter.svelte' });
  const { js } = v.parse(v.object({ js: v.object({ code: v.string() }) }), compiled);
  await writeFile(join(folder, 'counter.svelte.js'), js.code);
}

/** The version of a library that was installed there. */
export async function installedVersion(folder: string, name: string): Promise<string> {
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version;
}
