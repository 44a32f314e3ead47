import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { putInPlace } from './put-in-place.ts';

it('replaces the tree that was there, and leaves what is in none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const draft = join(folder, '.draft');
  for (const path of [folder, draft]) {
    mkdirSync(join(path, 'apps', path === draft ? 'new' : 'old'), { recursive: true });
    writeFileSync(join(path, 'tallystick.js'), path === draft ? 'new' : 'old');
  }
  writeFileSync(join(folder, '7.chunk.js'), 'old');
  mkdirSync(join(folder, '.data'));
  await putInPlace(draft, folder);
  expect(readdirSync(folder).sort()).toEqual(['.data', 'apps', 'tallystick.js']);
  expect(readdirSync(join(folder, 'apps'))).toEqual(['new']);
  expect(readFileSync(join(folder, 'tallystick.js'), 'utf8')).toBe('new');
});
