import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Configuration, NormalModuleReplacementPlugin, rspack } from '@rspack/core';
import { appConfiguration } from '@tallystick/build';
import { brotliSize } from './brotli-size.ts';

/** Where the shell loads what a remote exposes. */
const loader = /federation\/load-module\.ts$/;
/** What the preset adds to join apps, and to describe an artifact. */
const joining = [
  'CopyRspackPlugin',
  'ModuleFederationPlugin',
  'NormalModuleReplacementPlugin',
  'StartFilesPlugin',
];

/**
 * Builds the shell with all remotes imported as plain modules: the same app as one bundle, without
 * federation. Returns the size of the script that a first visit loads, in bytes of brotli.
 *
 * @throws Error with the bundler's words.
 */
export async function buildOneBundle(root: string, remotes: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-bundle-'));
  try {
    const modules = join(folder, 'modules.js');
    await writeFile(modules, modulesOf(root, remotes));
    const shell = appConfiguration(join(root, 'shell'));
    const output = join(folder, 'dist');
    await run({
      ...shell,
      entry: { main: './src/main.tsx' },
      output: { ...shell.output, path: output },
      plugins: [
        ...(shell.plugins ?? []).filter(
          (plugin) => !joining.includes(plugin ? plugin.constructor.name : ''),
        ),
        new NormalModuleReplacementPlugin(loader, modules),
      ],
    });
    const files = (await readdir(output)).filter((file) => /^main\..*\.js$/.test(file));
    const sizes = files.map(async (file) => brotliSize(await readFile(join(output, file))));
    return (await Promise.all(sizes)).reduce((all, size) => all + size, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In place of the loader: every remote is there already. */
function modulesOf(root: string, remotes: readonly string[]): string {
  const imports = remotes.map(
    (name, place) =>
      `import { routes as routes${place} } from ${JSON.stringify(join(root, name, 'src/routes.tsx'))};`,
  );
  const entries = remotes.map((name, place) => `${JSON.stringify(name)}: routes${place}`);
  return `${imports.join('\n')}
const all = { ${entries.join(', ')} };
export const createModuleLoader = () => async ({ name, build }) => ({ routes: all[name], build });
`;
}

function run(configuration: Configuration): Promise<void> {
  const compiler = rspack(configuration);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error !== null) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve();
      });
    });
  });
}
