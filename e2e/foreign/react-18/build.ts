import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from '@tallystick/build/build';

// Builds the remote beside this file by the kit's preset into `<folder>/dist`, as a team does that
// still uses React 18. All that is installed for it but React is what a remote of this workspace
// has.
const [folder = ''] = process.argv.slice(2);
const root = join(import.meta.dirname, '../../..');
const modules = join(folder, 'node_modules');
const installed = join(root, 'mfe-ledger/node_modules');

await mkdir(modules, { recursive: true });
for (const name of ['@rspack', '@tallystick', 'jotai']) {
  await symlink(join(installed, name), join(modules, name));
}
for (const name of ['react', 'react-dom']) {
  await symlink(join(root, 'shell/node_modules', `${name}-18`), join(modules, name));
}
await cp(join(import.meta.dirname, 'src'), join(folder, 'src'), { recursive: true });
for (const file of await readdir(join(import.meta.dirname, 'app'))) {
  await cp(join(import.meta.dirname, 'app', file), join(folder, file));
}
await writeFile(
  join(folder, 'rspack.config.ts'),
  `import { appConfiguration } from '@tallystick/build';
export default appConfiguration(import.meta.dirname);
`,
);
process.stdout.write(buildApp(folder).build);
