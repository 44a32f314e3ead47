import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { expect, it, onTestFinished } from 'vitest';
import { inProject } from './project.ts';

it.each([
  [
    'kit',
    '--hlep',
    1,
    "Unknown option '--hlep'. Did you mean --help? Try: npm run kit -- --help\n",
  ],
  ['build', '--platform', 1, "Option '--platform <NAME>' argument missing. Try: npm run build"],
  ['contract', '--write', 1, "Unknown option '--write'. Try: npm run contract -- --help\n"],
])('%s takes no option for the name of a folder: %s', (command, word, code, says) => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const words = [inProject(`tools/src/${command}.ts`), ...[word].filter(Boolean)];
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    env: { ...nodeVariables, PATH: process.env.PATH, INIT_CWD: folder },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([code, expect.stringContaining(says)]);
  expect(readdirSync(folder)).toEqual([]);
});
