import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reactDomCopies } from './react-dom-copies.ts';

const folder = join(import.meta.dirname, '../../../shell-kit/node_modules/react-dom');
const fileOf = (name: string) => readFileSync(join(folder, 'cjs', `${name}.js`));

it.each([
  'react-dom-client.production',
  'react-dom-client.development',
  'react-dom-server.browser.production',
])('are found in %s', (name) => {
  expect(reactDomCopies([['main.js', fileOf(name)]], null)).toEqual(['19.3.1']);
});

it('are found as minifiers write them', () => {
  const text = 'var mk=f.version;if(`19.2.0`!==mk)throw Error(h(527,mk,`19.2.0`));';
  expect(reactDomCopies([['main.mjs', Buffer.from(text)]], null)).toEqual(['19.2.0']);
});

it('are not in what has none, in no script, and in what runs where nobody provides it', () => {
  const client = fileOf('react-dom-client.production');
  const shared = [{ name: 'react-dom', assets: { js: { sync: ['own.js'], async: [] } } }];
  expect(
    reactDomCopies(
      [
        ['main.js', fileOf('react-dom.production')],
        ['main.js.txt', client],
        ['own.js', client],
      ],
      { shared },
    ),
  ).toEqual([]);
});
