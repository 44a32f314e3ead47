import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeTree } from './tree.ts';

it('takes the place of no file, and of no folder of something else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'letters.tar');
  writeFileSync(file, 'letters');
  for (const taken of [folder, file]) {
    expect(await makeTree(taken)).toEqual({
      ok: false,
      problem: `${taken} holds something else: name a folder that is empty.`,
    });
  }
  expect(readFileSync(file, 'utf8')).toBe('letters');
});
