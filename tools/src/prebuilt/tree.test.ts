import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeTree } from './tree.ts';

// The one app that there is cannot be built.
vi.mock('@tallystick/start/start/apps', async (original) => ({
  ...(await original<typeof import('@tallystick/start/start/apps')>()),
  findApps: () => [
    { folder: 'mfe-broken', path: '/mfe-broken', command: 'tallystick-build', published: true },
  ],
}));

it('leaves the tree that is there, and nothing beside it, when another one cannot be made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'apps'));
  writeFileSync(join(folder, 'tallystick.js'), 'as it was');
  for (const _ of ['once', 'again']) {
    const made = await makeTree(folder);
    expect(made).toEqual({ ok: false, problem: 'mfe-broken is not built.' });
    expect(readdirSync(folder).sort()).toEqual(['apps', 'tallystick.js']);
  }
  expect(readFileSync(join(folder, 'tallystick.js'), 'utf8')).toBe('as it was');
});

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
