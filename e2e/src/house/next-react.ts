import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesBelow } from '@tallystick/contract/file-hashes';
import type { SecondSite } from './second-site.ts';

/** The major after the one that is installed. Nobody has published it yet. */
export const nextReact = '20.0.0';

/**
 * Puts into a site's `kit/` what a version of the platform on the next major of React would bring.
 * That is the shell kit that names it, and React itself. It is the code that is installed, under
 * another version. So it shows what versions do, and nothing of what a new React would change.
 */
export async function bringNextReact({ folder, type }: SecondSite): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'tallystick-next-'));
  const pack = async (name: string, change: (text: string) => string, path: RegExp) => {
    const copy = join(place, name);
    await cp(join(folder, 'node_modules', name), copy, { recursive: true, dereference: true });
    for (const file of filesBelow(copy).filter((each) => path.test(each))) {
      const text = await readFile(join(copy, file), 'utf8');
      await writeFile(join(copy, file), change(text));
    }
    await type(`npm pack ${copy} --pack-destination kit`);
  };
  const version = await installedReact(folder);
  for (const name of ['react', 'react-dom']) {
    await pack(name, (text) => text.replaceAll(version, nextReact), /\.js$|^package\.json$/);
  }
  await type('rm kit/tallystick-shell-kit-*.tgz');
  const asNext = (text: string) =>
    text
      .replaceAll(`"${version}"`, `"${nextReact}"`)
      .replace('"version": "1.0.0"', '"version": "1.1.0"');
  await pack('@tallystick/shell-kit', asNext, /^package\.json$/);
  await rm(place, { recursive: true });
}

/** The version of React that a site has installed. */
export async function installedReact(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'node_modules/react/package.json'), 'utf8');
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? '';
}
