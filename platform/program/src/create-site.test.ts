import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const program = join(import.meta.dirname, 'tallystick.ts');
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-create-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a site as a pipeline does, whom nobody asks anything; answers the openings that it has. */
async function openingsOf(name: string, ...words: string[]): Promise<string | undefined> {
  await promisify(execFile)(process.execPath, [program, 'create', name, ...words], { cwd: folder });
  const text = await readFile(join(folder, name, 'site.config.ts'), 'utf8');
  return /openings: (.*),/.exec(text)?.[1];
}

it('makes a site that opens nothing, or what it is told to', async () => {
  expect(await openingsOf('strict')).toBe('{}');
  expect(await openingsOf('open', '--open', 'injectedStyles,cleanedMarkup')).toBe(
    '{ injectedStyles: true, cleanedMarkup: true }',
  );
});

it('knows what can be opened', async () => {
  await expect(openingsOf('misspelt', '--open', 'styles')).rejects.toThrow(
    '"styles" is no opening of a new site: injectedStyles, cleanedMarkup',
  );
});
