import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const filesSchema = v.looseObject({ sync: v.array(v.string()), async: v.array(v.string()) });
const assetsSchema = v.looseObject({ js: filesSchema, css: filesSchema });
const manifestSchema = v.looseObject({ exposes: v.array(v.looseObject({ assets: assetsSchema })) });

const entry = 'remoteEntry.js';
const manifestFile = 'mf-manifest.json';

/**
 * Takes the part of the build of all libraries that shows one of them, as an app of its own. A page fetches all modules
 * of a build, which would be those of fifty. Answers the folder.
 */
export async function partOf(folder: string, app: string, page: string): Promise<string> {
  const dist = join(folder, 'dist');
  const out = join(folder, 'parts', app);
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, 'assets'), { recursive: true });
  for (const file of await filesOf(dist, page)) await cp(join(dist, file), join(out, file));
  const text = await readFile(join(dist, manifestFile), 'utf8');
  const manifest = v.parse(manifestSchema, JSON.parse(text));
  for (const { assets } of manifest.exposes) {
    assets.js.async = [];
    assets.css.async = [];
  }
  await writeFile(join(out, manifestFile), JSON.stringify(manifest));
  const routes = [{ path: `/libraries/${page}`, page }];
  const declaration = { name: app, title: page, routes, menu: [] };
  await writeFile(join(out, 'remote.json'), JSON.stringify(declaration));
  return out;
}

/** The files that a page of the build needs, beginning with its entry: each that one of them names. */
async function filesOf(dist: string, page: string): Promise<ReadonlySet<string>> {
  const assets = await readdir(join(dist, 'assets'));
  const needed = new Set([entry]);
  for (const file of needed) {
    if (!/\.(m?js|css)$/.test(file)) continue;
    const text = await readFile(join(dist, file), 'utf8');
    // The chunk of the routes names all pages, each by an `import()`, and what they begin with.
    const isRoutes = /^assets\/routes-/.test(file);
    for (const asset of assets) {
      const isNamed = text.includes(asset);
      const isOwn = !isRoutes || asset.startsWith(`${page}-`) || isImported(text, asset);
      if (isNamed && isOwn) needed.add(`assets/${asset}`);
    }
  }
  return needed;
}

const isImported = (text: string, asset: string) =>
  ['from"./', 'import"./'].some((words) => text.includes(`${words}${asset}"`));
