import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readVersions } from '../kit/versions.ts';
import { inProject } from '../project.ts';

it('finds a reason for each dependency of the catalog', () => {
  const names = [...readVersions().catalog.keys()];
  const reasons = readFileSync(inProject('docs/decisions/dependencies.md'), 'utf8');
  expect(names).toContain('react');
  expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
});
