import { expect, it } from 'vitest';
import { openSourcePlaces } from './source-places.ts';

const base = 'http://localhost:4900/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/';
/** The second line of `70.js` is the third of a library's, the third one the second of a page. */
const map = {
  version: 3,
  sources: [
    'webpack://notes/./src/page.tsx',
    'webpack://notes/../node_modules/.pnpm/@shop+cart@2.0.0/node_modules/@shop/cart/main.js',
  ],
  mappings: 'AAAA;ACEA;ADDA',
};
const local = {
  artifact: { app: 'mfe-note', build: '1.0.0-aaaaaaaaaaaa', kind: 'remote', files: {} } as const,
  source: undefined,
  sizes: {},
  maps: { '70.js.map': 1 },
  sbom: null,
  read: async () => new TextEncoder().encode(JSON.stringify(map)),
};
const places = openSourcePlaces(local, base);

it('finds the line of a source, and the library that it is of', async () => {
  expect(await places.placeOf(`${base}70.js`, 3, 1)).toEqual({
    text: 'src/page.tsx:2',
    library: null,
  });
  expect(await places.placeOf(`${base}70.js?x`, 2, 1)).toEqual({
    text: 'node_modules/.pnpm/@shop+cart@2.0.0/node_modules/@shop/cart/main.js:3',
    library: '@shop/cart',
  });
});

it('says the place in the build where it has no source map, and nothing of other files', async () => {
  expect(await places.placeOf(`${base}71.js`, 3, 9)).toEqual({ text: '71.js:3:9', library: null });
  expect(await places.placeOf('http://localhost:4900/first.js', 3, 9)).toBeNull();
});

it('finds the first place of a stack that is in the build', async () => {
  const stack = `Error: no account
    at show (http://localhost:4900/artifacts/shell/1.0.0-bbbbbbbbbbbb/main.js:9:9)
    at Page (${base}70.js:3:1)`;
  expect(await places.ofStack(stack)).toMatchObject({ text: 'src/page.tsx:2' });
});
