import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { inProject } from '../project.ts';
import { bundleCommand } from './bundle-command.ts';

const packageSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/**
 * Writes the release command by itself, with the types of what is mounted. It is for teams whose bundler is another
 * one, and who need nothing else of the kit.
 */
export async function stageRelease(stage: string): Promise<void> {
  const command = 'tallystick-release.js';
  await bundleCommand(inProject('platform/cli/src/packed.ts'), join(stage, command));
  await cp(inProject('LICENSE'), join(stage, 'LICENSE'));
  // Types alone, so it is its own declaration.
  await cp(inProject('platform/contract/src/mountable.ts'), join(stage, 'mountable.d.ts'));
  const text = await readFile(inProject('platform/cli/package.json'), 'utf8');
  const content = {
    name: '@tallystick/release',
    version: v.parse(packageSchema, text).version,
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20.19' },
    bin: { 'tallystick-release': `./${command}` },
    exports: { './mountable': { types: './mountable.d.ts' } },
  };
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}
