import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const home = join(import.meta.dirname, '../..');
const tsc = join(home, '../../node_modules/typescript/bin/tsc');

const containerOf = (address: string) => `import { writeFileSync } from 'node:fs';
import { bundleContainer } from './dev/bundle-container.js';
import { containerScript } from './dev/container-script.js';
const place = { entry: ${JSON.stringify(address)}, base: '/', globalName: null, refresh: null };
writeFileSync('./page.js', containerScript(await bundleContainer(), place) + \`
globalThis.addEventListener = () => {};
globalThis.location = { href: 'http://localhost/' };
globalThis.document = { createElement: () => ({}) };
const [react, jsx] = await Promise.all([import('react'), import('react/jsx-runtime')]);
const shared = { react: { 1: { lib: () => react } }, 'react/jsx-runtime': { 1: { lib: () => jsx } } };
await tallystick_working_copy.init(shared);
\`);
await import('./page.js');
`;

it('the container of the packed kit imports what a development server has as a JavaScript module', () => {
  const parent = join(home, '.test');
  mkdirSync(parent, { recursive: true });
  const packed = mkdtempSync(join(parent, 'packed-'));
  onTestFinished(() => rmSync(packed, { recursive: true }));
  const settings = join(home, 'tsconfig.kit.json');
  execFileSync(process.execPath, [tsc, '-p', settings, '--outDir', packed]);
  const container = `export const init = () => console.log('begun'), get = () => {};`;
  const run = join(packed, 'run.js');
  writeFileSync(run, containerOf(`data:text/javascript,${encodeURIComponent(container)}`));
  const said = execFileSync(process.execPath, [run], { cwd: packed, encoding: 'utf8' });
  expect(said).toBe('begun\n');
});
