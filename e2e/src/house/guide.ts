import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The commands of the team's guide that stand in its blocks of shell with this mark, without their comments. */
export async function guideCommands(mark: string): Promise<string[]> {
  const guide = await readFile(join(root, 'docs/remotes.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh (\S+)\n([\s\S]*?)^```$/gm)];
  return blocks
    .filter(([, of]) => of === mark)
    .flatMap(([, , lines = '']) => lines.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
}
