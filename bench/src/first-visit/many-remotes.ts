import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf } from '@tallystick/shared/release/file-hashes';

const words = `almanac archive audit badge batch branch budget calendar catalog charter claim convoy
contract courier currency deposit digest dispute docket estate forecast gateway grant harbour holding
index inquiry invoice journal keyring lease licence mandate market notice offer outlet parcel patent
pension permit policy quarry receipt register reserve roster`.split(/\s+/);
const icons = ['home', 'list', 'user', 'search'];
/** Files of such a remote beside its entry. */
const files = 11;

/** A build of a made-up remote that can be published; its pages are never opened. */
export interface MadeRemote {
  app: string;
  build: string;
  folder: string;
}

/**
 * Makes `count` remotes, each with pages, a menu entry, and files of which the hashes are as those of real
 * ones: all different.
 *
 * @param version another one is another build of the same remotes
 */
export async function makeRemotes(count: number, version: string): Promise<MadeRemote[]> {
  if (count > words.length) throw new Error(`There are words for ${words.length} remotes.`);
  const home = await mkdtemp(join(tmpdir(), 'tallystick-remotes-'));
  return Promise.all(words.slice(0, count).map((word, n) => makeRemote(home, word, n, version)));
}

export async function removeRemotes([remote]: readonly MadeRemote[]): Promise<void> {
  if (remote !== undefined) await rm(join(remote.folder, '..'), { recursive: true, force: true });
}

async function makeRemote(
  home: string,
  word: string,
  n: number,
  version: string,
): Promise<MadeRemote> {
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
