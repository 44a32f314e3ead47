import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashInputs } from './inputs.ts';

let root = '';
let before = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  write('app/src/main.ts', 'one');
  write('lock.yaml', 'lock');
  before = hash();
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function hash(): string {
  return hashInputs(root, ['lock.yaml', 'app']);
}

describe('hashInputs', () => {
  it.each([
    ['a changed file', 'app/src/main.ts', 'two'],
    ['a new file', 'app/src/other.css', ''],
    ['a changed lockfile', 'lock.yaml', 'other'],
  ])('changes with %s', (_, path, text) => {
    write(path, text);
    expect(hash()).not.toBe(before);
  });

  it.each(['app/dist/1/main.js', 'app/node_modules/x/x.js', 'app/src/main.test.ts'])(
    'does not change with %s',
    (path) => {
      write(path, 'x');
      expect(hash()).toBe(before);
    },
  );

  it('leaves out a link that leads nowhere, as an editor makes', () => {
    symlinkSync('ann@house.1:2', join(root, 'app/src/.#main.ts'));
    expect(hash()).toBe(before);
  });

  it('changes when a file moves', () => {
    rmSync(join(root, 'app/src/main.ts'));
    write('app/src/deep/main.ts', 'one');
    expect(hash()).not.toBe(before);
  });
});
