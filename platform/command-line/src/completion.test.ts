import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bakery } from './bakery.testing.ts';
import { completionsOf } from './completion.ts';
import { readWords } from './read-words.ts';

const words = async (line: string) =>
  (await completionsOf(bakery, line.split(' '))).map(([word]) => word);

it.each([
  ['', ['bake', 'price', 'open', 'till', 'completion']],
  ['b', ['bake']],
  ['price ', ['list', 'set', '--to', '--json']],
  ['price set --', ['--to', '--json']],
  ['price --to ', []],
  ['bake ', []],
  ['bake rye --', ['--oven', '--with', '--dry-run', '--json']],
  ['bake --oven 2 --with nuts --dry-run --', ['--with', '--json']],
  ['roast --d', ['--dry-run']],
  ['till ', ['count']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['nothing ', []],
])('after "bakery %s" there may be %j', async (line, found) => {
  expect(await words(line)).toEqual(found);
});

it('is not offered for a program of several words, which no shell knows', async () => {
  const line = { ...bakery, program: 'npm run bakery --' };
  expect(await readWords(line, ['completion', 'bash'])).toMatchObject({ ask: 'unclear' });
  expect(await readWords(line, [])).toMatchObject({
    text: expect.not.stringContaining('completion'),
  });
});

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-completion-'));
  const program = join(import.meta.dirname, 'bakery.testing.ts');
  writeFileSync(
    join(folder, 'bakery'),
    `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`,
  );
  chmodSync(join(folder, 'bakery'), 0o755);
  mkdirSync(join(folder, 'rye'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a bash that has read the script offers after these words. */
function inBash(typed: readonly string[]): string[] {
  const script = `eval "$(bakery completion bash)"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); set -u; _bakery; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const PATH = [folder, process.env.PATH].join(delimiter);
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', ...typed], {
    cwd: folder,
    env: { PATH },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

it('completes in bash', () => {
  expect(inBash(['bakery', 'pr'])).toEqual(['price']);
  expect(inBash(['bakery', 'bake', '--d'])).toEqual(['--dry-run']);
  expect(inBash(['bakery', 'bake', ''])).toEqual([]);
});

it('runs nothing that was typed', () => {
  expect(inBash(['bakery', '$(touch made)', '`touch made`', 'b'])).toEqual([]);
  expect(spawnSync('ls', [folder], { encoding: 'utf8' }).stdout).toBe('bakery\nrye\n');
});
