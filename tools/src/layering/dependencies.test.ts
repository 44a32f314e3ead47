import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '../project.ts';

it('finds a reason for each dependency of the catalog', () => {
  const workspace = readFileSync(inProject('pnpm-workspace.yaml'), 'utf8');
  const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(workspace)?.[1] ?? '';
  const names = [...catalog.matchAll(/^ {2}'?([^':]+)'?:/gm)].map((match) => match[1] ?? '');
  const reasons = readFileSync(inProject('docs/decisions/dependencies.md'), 'utf8');
  expect(names).toContain('react');
  expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
});
