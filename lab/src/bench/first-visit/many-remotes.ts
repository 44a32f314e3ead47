import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@tallystick/contract/file-hashes';
import type { Variant } from '@tallystick/e2e/src/house/variant.ts';

/** A word for each, which is its name: 47. */
const words = `almanac archive audit badge batch branch budget calendar catalog charter claim convoy
contract courier currency deposit digest dispute docket estate forecast gateway grant harbour holding
index inquiry invoice journal keyring lease licence mandate market notice offer outlet parcel patent
pension permit policy quarry receipt register reserve roster`.split(/\s+/);
const icons = ['home', 'list', 'user', 'search'];
/** Files of such a remote beside its entry. */
const files = 11;

/**
 * Makes builds of made-up remotes in the folder `home`, which can be published. Each has a menu
 * entry, and pages that are never opened. The hashes of its files all differ, as those of real ones
 * do.
 *
 * @param version another one is another build of the same remotes
 */
export async function makeRemotes(home: string, version: string): Promise<Variant[]> {
  return Promise.all(words.map((word, n) => makeRemote(home, word, n, version)));
}

async function makeRemote(
  home: string,
  word: string,
  n: number,
  version: string,
): Promise<Variant> {
  const app = `mfe-${word}`;
  const hex = () => randomBytes(6).toString('hex');
  const build = `${version}-${hex()}`;
  const title = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  const names = Array.from({ length: files }, (_, at) => `${at}.${hex()}.js`);
  const js = { sync: names.slice(0, 1), async: names.slice(1) };
  const content: Record<string, string> = {
    ...Object.fromEntries(names.map((name) => [name, `/* ${hex()} */`])),
    'remote-entry.js': `/* ${hex()} */`,
    'entry.json': '{"scripts":[],"styles":[]}',
    'mf-manifest.json': JSON.stringify({
      name: app,
      metaData: { globalName: app, remoteEntry: { name: 'remote-entry.js' } },
      exposes: [{ path: './routes', assets: { js, css: { sync: [], async: [] } } }],
    }),
  };
  const hashes = Object.entries(content).map(([name, text]) => [
    name,
    integrityOf(Buffer.from(text)),
  ]);
  const declaration = {
    name: app,
    title,
    routes: [
      { path: `/${word}`, page: title },
      { path: `/${word}/:id`, page: `One ${word}` },
    ],
    menu: [
      {
        name: word,
        text: `${title}s`,
        icon: icons[n % icons.length],
        link: word,
        user: ['user'],
        subs: ['lite'],
        actv: true,
        order: 100 + n,
      },
    ],
  };
  const artifact = { app, build, kind: 'remote', files: Object.fromEntries(hashes), declaration };
  const folder = join(home, app);
  await mkdir(folder);
  for (const [name, text] of Object.entries({
    ...content,
    'artifact.json': JSON.stringify(artifact),
  })) {
    await writeFile(join(folder, name), text);
  }
  return { app, build, folder };
}
