import { expect, test } from 'vitest';
import { sourcePath } from './source-path.ts';

test.each([
  ['webpack://mfe-notes/./src/page.tsx?a1b2', 'src/page.tsx'],
  ['webpack-internal:///./src/page.tsx', 'src/page.tsx'],
  ['../../src/page.tsx', 'src/page.tsx'],
  ['http://localhost:5173/src/page.tsx?t=1785000000000', 'src/page.tsx'],
  [
    'webpack://mfe-notes/../node_modules/valibot/dist/index.mjs',
    'node_modules/valibot/dist/index.mjs',
  ],
  ['webpack/runtime/jsonp', 'webpack/runtime/jsonp'],
])('the source %s has the path %s', (source, path) => {
  expect(sourcePath(source)).toBe(path);
});
