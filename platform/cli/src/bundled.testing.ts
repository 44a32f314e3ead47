import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const none = { sync: [], async: [] };
/** What a federation plugin writes, with some of it changed. */
export const manifest = (change: object = {}) => ({
  name: 'notes',
  metaData: {
    globalName: 'notes',
    buildInfo: { buildVersion: '2.1.0' },
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
  },
  shared: [{ name: 'react', version: '19.3.1', singleton: true, requiredVersion: '^19.0.0' }],
  exposes: [
    { path: './routes', assets: { js: { sync: ['70.js'], async: ['239.js'] }, css: none } },
  ],
  ...change,
});
export const declaration = (name: string, path = `/${name}`) => ({
  name,
  title: 'Notes',
  routes: [{ path, page: 'Notes' }],
  menu: [],
});

/**
 * What a bundler leaves in `<app>/dist` below a folder, with a remote.json beside that; `null`: not that file.
 * Answers the path of `dist`.
 */
export async function bundledApp(
  within: string,
  app: string,
  files: Record<string, unknown>,
): Promise<string> {
  const folder = join(within, 'foreign', app);
  const all: Record<string, unknown> = {
    'dist/remoteEntry.js': 'var notes;',
    'dist/70.js': 'routes()',
    'dist/239.js': 'late()',
    'dist/70.js.map': '{}',
    'remote.json': declaration(app),
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    if (content === null) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(join(folder, path), text);
  }
  return join(folder, 'dist');
}
