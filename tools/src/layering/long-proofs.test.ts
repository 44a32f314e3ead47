import { expect, it } from 'vitest';
import { root } from '../project.ts';
import { sectionOf } from './contributing.testing.ts';
import { readSources } from './source-files.ts';

const table = sectionOf('Long proofs');
const tests = readSources(root).filter(({ path }) =>
  /\.(test|spec|testing)\.ts$|^e2e\/src\/.*\.ts$/.test(path),
);

/** What the table says of a kind, each once. */
const named = (pattern: RegExp) =>
  [...new Set([...table.matchAll(pattern)].map(([, name = '']) => name))].sort();

it('what lengthens a proof is read by a test', () => {
  const variables = named(/`([A-Z_]{3,})=/g);
  expect(variables).toContain('HOSTILE_BODIES');
  const isRead = (name: string) => tests.some(({ text }) => text.includes(`env.${name}`));
  expect(variables.filter((name) => !isRead(name))).toEqual([]);
});

it('each proof is a test that is there', () => {
  const paths = named(/vitest run ([\w./-]+)/g);
  const browser = named(/e2e `([\w-]+)`/g).map((name) => `e2e/src/${name}.spec.ts`);
  expect(paths).toContain('hostile');
  expect(browser).toContain('e2e/src/tampered.spec.ts');
  const isThere = (name: string) => tests.some(({ path }) => path.includes(name));
  expect([...paths, ...browser].filter((name) => !isThere(name))).toEqual([]);
});
