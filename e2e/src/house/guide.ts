import { readFile } from 'node:fs/promises';
import { inProject } from '@tallystick/tools/src/project.ts';

/** The commands of the team's guide that stand in its blocks of shell with this mark, without their comments. */
export async function guideCommands(mark: string): Promise<string[]> {
  const guide = await readFile(inProject('docs/remotes.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh (\S+)\n([\s\S]*?)^```$/gm)];
  return blocks
    .filter(([, of]) => of === mark)
    .flatMap(([, , lines = '']) => lines.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** The file of the team's guide that stands in its block of TypeScript with this mark. */
export async function guideFile(mark: string): Promise<string> {
  const guide = await readFile(inProject('docs/remotes.md'), 'utf8');
  const [, text] = new RegExp(`^\`\`\`tsx ${mark}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide) ?? [];
  if (text === undefined) throw new Error(`no ${mark} in the guide`);
  return text;
}
