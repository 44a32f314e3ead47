import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NormalModuleReplacementPlugin, rspack } from '@rspack/core';
import { appConfiguration } from '@tallystick/build';
import { runBundler } from '@tallystick/build/run-bundler';
import { findApps } from '@tallystick/start/start/apps';
import { inProject, root } from '@tallystick/tools/src/project.ts';
import { builds } from '@tallystick/tools/src/start/workspace.ts';

/** Where the shell loads what a remote exposes. */
const loader = /federation\/load-module\.ts$/;
/** What the preset adds to join apps. */
const joining = ['CopyRspackPlugin', 'ModuleFederationPlugin', 'NormalModuleReplacementPlugin'];

/** What starts the app; all that was built lies in `folder`. */
export type OneBundle = Awaited<ReturnType<typeof buildOneBundle>>;

/**
 * Builds the shell with all remotes imported as plain modules, into a folder: the same app as one bundle, without
 * federation.
 *
 * @throws Error with the bundler's words.
 */
export async function buildOneBundle(into: string) {
  const modules = join(into, 'modules.js');
  const remotes = findApps(builds).filter(({ folder }) =>
    existsSync(inProject(folder, 'remote.json')),
  );
  await writeFile(modules, modulesOf(remotes.map(({ folder }) => folder)));
  const shell = appConfiguration(join(root, 'shell'));
  const folder = join(into, 'dist');
  await runBundler(
    rspack({
      ...shell,
      entry: { main: './src/main.tsx' },
      output: { ...shell.output, path: folder, publicPath: '/' },
      plugins: [
        ...(shell.plugins ?? []).filter(
          (plugin) => !joining.includes(plugin ? plugin.constructor.name : ''),
        ),
        new NormalModuleReplacementPlugin(loader, modules),
      ],
    }),
  );
  const files = await readdir(folder);
  return {
    folder,
    scripts: files.filter((file) => /^main\..*\.js$/.test(file)),
    styles: files.filter((file) => /^main\..*\.css$/.test(file)),
  };
}

/** In place of the loader: every remote is there already. */
function modulesOf(remotes: readonly string[]): string {
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
