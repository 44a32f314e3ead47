import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copiesIn } from './react-dom-copies.ts';

const folder = join(import.meta.dirname, '../../../shell-kit/node_modules/react-dom');
const fileOf = (name: string) => readFileSync(join(folder, 'cjs', `${name}.js`));

it.each([
  'react-dom-client.production',
  'react-dom-client.development',
  'react-dom-server.browser.production',
])('are found in %s', (name) => {
  expect(copiesIn([['main.js', fileOf(name)]], null)).toEqual({ reactDom: ['19.3.1'] });
});

it('are found as minifiers write them', () => {
  const text = 'var mk=f.version;if(`19.2.0`!==mk)throw Error(h(527,mk,`19.2.0`));';
  expect(copiesIn([['main.mjs', Buffer.from(text)]], null)).toEqual({ reactDom: ['19.2.0'] });
});

it('are not in what has none, in no script, and in what runs where nobody provides it', () => {
  const client = fileOf('react-dom-client.production');
  const shared = [{ name: 'react-dom', assets: { js: { sync: ['own.js'], async: [] } } }];
  expect(
    copiesIn(
      [
        ['main.js', fileOf('react-dom.production')],
        ['main.js.txt', client],
        ['own.js', client],
      ],
      { shared },
    ),
  ).toEqual({});
});

const jotai = join(import.meta.dirname, '../../../../shared/node_modules/jotai/dist');
it.each([
  ['jotai itself', readFileSync(join(jotai, 'vanilla/atom.js'), 'utf8')],
  ['Terser', 'let e=0;function t(t,n){const r="atom"+ ++e;return{toString:()=>r}}'],
  ['esbuild', `var z=0;function B(n,e){let t=\`atom\${++z}\`;return{toString(){return t}}}`],
  ['Babel', 'var key="atom".concat(++keyCount);'],
])('a second store of jotai is found as %s writes it', (_who, text) => {
  expect(copiesIn([['main.js', Buffer.from(text)]], null)).toEqual({ stores: ['jotai'] });
});

it('a store is none that runs where nobody provides one, nor a text that says atom', () => {
  const file = Buffer.from(`x(\`atom\${++n}\`)`);
  const shared = [{ name: 'jotai/vanilla', assets: { js: { sync: ['own.js'], async: [] } } }];
  expect(copiesIn([['own.js', file]], { shared })).toEqual({});
  for (const text of ['"atom"+n', `\`atom\${n}\``, '"application/atom+xml"', 'atom(++n)']) {
    expect(copiesIn([['main.js', Buffer.from(text)]], null)).toEqual({});
  }
});
