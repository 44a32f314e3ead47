import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundlers } from './bundlers.ts';

// Builds the remote in `source` with one bundler, below a folder: `<folder>/<build>/dist` for each build that is named.
const [bundler = '', folder = '', ...wanted] = process.argv.slice(2);
const bundle = bundlers[bundler];
if (bundle === undefined) throw new Error(`no bundler ${bundler}`);

for (const build of wanted) {
  const home = join(folder, build);
  const sources = join(home, 'src');
  await mkdir(home, { recursive: true });
  await cp(join(import.meta.dirname, 'source'), sources, { recursive: true });
  for (const file of await readdir(sources)) {
    const text = await readFile(join(sources, file), 'utf8');
    const named = text.replaceAll('BUNDLER', bundler).replaceAll('BUILD', `${bundler}, ${build}`);
    await writeFile(join(sources, file), named);
  }
  const app = `notes-${bundler}`;
  const declaration = {
    name: app,
    title: `Notes of ${bundler}`,
    routes: [{ path: `/${app}`, page: `Notes of ${bundler}` }],
    menu: [
      {
        ...{ name: app, text: bundler, icon: 'tag', link: app, actv: true, order: 90 },
        ...{ user: ['user', 'team'], subs: ['lite'] },
      },
    ],
  };
  await writeFile(join(home, 'remote.json'), JSON.stringify(declaration));
  await writeFile(join(home, 'package.json'), JSON.stringify({ name: app, version: '1.0.0' }));
  // What an application has beside its remote.
  await writeFile(join(home, 'index.js'), "import('./src/routes.js');\n");
  await writeFile(
    join(home, 'index.html'),
    '<!doctype html><script type="module" src="./index.js"></script>',
  );
  // The kit's own dependencies are those of an app.
  const modules = bundler === 'kit' ? '../../mfe-ledger/node_modules' : '../node_modules';
  await symlink(join(import.meta.dirname, modules), join(home, 'node_modules'));
  await bundle(home, `notes_${bundler.replaceAll('-', '_')}`, join(home, 'dist'));
}
