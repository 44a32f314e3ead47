import { expect, it } from 'vitest';
import { root } from '../project.ts';
import { isCode, readSources } from './source-files.ts';

/** What browsers load first, where each byte counts, or whose answer is a stream or a file that the page itself runs. */
const inPages = /^(shared|platform\/shell-kit|platform\/site\/src\/offline-cache\/worker)\//;

it('makes requests by one client, outside of pages', () => {
  const asking = readSources(root)
    .filter((file) => isCode(file) && !/^(e2e|lab|tools)\//.test(file.path))
    .filter(({ path }) => !inPages.test(path) && !/\.(test|proof|testing|setup)\.tsx?$/.test(path))
    .filter(({ text }) => /(?<![.\w])fetch\(/.test(text));
  expect(asking.map(({ path }) => path)).toEqual(['platform/contract/src/http/ask.ts']);
});
