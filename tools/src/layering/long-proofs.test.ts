import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '../project.ts';

const [, section = ''] = readFileSync(inProject('CONTRIBUTING.md'), 'utf8').split(
  '## Long proofs\n',
);
const table = section.split('\n## ')[0] ?? '';
const tests = execFileSync(
  'git',
  ['ls-files', '*.test.ts', '*.spec.ts', '*.testing.ts', 'e2e/src'],
  {
    cwd: inProject('.'),
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path.endsWith('.ts'));

/** What the table says of a kind, each once. */
const named = (pattern: RegExp) =>
  [...new Set([...table.matchAll(pattern)].map(([, name = '']) => name))].sort();

it('what lengthens a proof is read by a test', () => {
  const variables = named(/`([A-Z_]{3,})=/g);
  expect(variables).toContain('HOSTILE_BODIES');
  const texts = tests.map((path) => readFileSync(inProject(path), 'utf8'));
  expect(variables.filter((name) => !texts.some((text) => text.includes(`env.${name}`)))).toEqual(
    [],
  );
});

it('each proof is a test that is there', () => {
  const paths = named(/vitest run ([\w./-]+)/g);
  const browser = named(/e2e `([\w-]+)`/g).map((name) => `e2e/src/${name}.spec.ts`);
  expect(paths).toContain('hostile');
  expect(browser).toContain('e2e/src/tampered.spec.ts');
  expect(
    [...paths, ...browser].filter((name) => !tests.some((path) => path.includes(name))),
  ).toEqual([]);
});
