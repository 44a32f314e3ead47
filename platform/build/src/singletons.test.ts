import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { singletonsOf } from './singletons.ts';

/** An app's folder with these packages installed, by their versions. */
function appWith(installed: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const [name, version] of Object.entries(installed)) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    const file = join(folder, 'node_modules', name, 'package.json');
    writeFileSync(file, JSON.stringify({ name, version }));
  }
  return folder;
}

it('are React and React DOM, of one version', () => {
  const found = singletonsOf(appWith({ react: '20.0.0', 'react-dom': '20.0.0' }));
  expect(found.map(({ request, version }) => `${request} ${version}`)).toEqual([
    'react 20.0.0',
    'react/jsx-runtime 20.0.0',
    'react-dom 20.0.0',
  ]);
});

it('are refused where React and React DOM are of two', () => {
  const folder = appWith({ react: '19.3.1', 'react-dom': '20.0.0' });
  expect(() => singletonsOf(folder)).toThrow(
    `${folder} finds react 19.3.1 and react-dom 20.0.0: they must be of one version.`,
  );
});
