import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isCode, readSources } from '../layering/source-files.ts';
import { inProject, root } from '../project.ts';
import { copied } from './stage-platform.ts';

const product = readSources(root, inProject('platform')).filter(
  (file) => isCode(file) && !/\.(test|proof|testing)\.tsx?$/.test(file.path),
);
/** Where messages of the platform lead people: a page, and the heading that they quote. */
const named = product.flatMap(({ path, text }) =>
  [...text.matchAll(/['"`].*?(docs\/[a-z-]+\.md)(?:, "([^"]+)")?/g)].map(
    ([, page = '', heading]) => ({ path, page, heading }),
  ),
);

it('finds where messages lead', () => {
  expect(named.length).toBeGreaterThan(6);
});

it.each(named)(
  '$path leads to $page, "$heading", which a site of its own has, too',
  ({ page, heading }) => {
    expect(copied).toContain('docs');
    const headings = readFileSync(inProject(page), 'utf8').match(/(?<=^##+ ).*$/gm);
    if (heading !== undefined) expect(headings).toContain(heading);
  },
);
