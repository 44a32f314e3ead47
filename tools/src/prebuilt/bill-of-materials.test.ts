import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, it } from 'vitest';
import { inProject } from '../project.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { packagesOf } from './packages.ts';

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

it('is CycloneDX by its own schema, for all packages that a tree holds', async () => {
  const packages = packagesOf(['platform/site', 'backend', 'shell'].map((path) => inProject(path)));
  const bill = billOfMaterials('0.1.0', packages);
  expect(await validator.validate(bill)).toBeNull();
  expect(JSON.parse(bill).components).toHaveLength(packages.length);
});

it('names a package of a scope, and its licence as it is stated', () => {
  const found = (name: string, license: string) => ({
    name,
    version: '1.2.3',
    license,
    folder: '',
  });
  const bill = billOfMaterials('0.1.0', [
    found('@scope/one', 'MIT'),
    found('two', '(MIT OR Apache-2.0)'),
    found('three', 'see its files'),
  ]);
  expect(JSON.parse(bill).components).toMatchObject([
    {
      group: '@scope',
      name: 'one',
      purl: 'pkg:npm/%40scope/one@1.2.3',
      licenses: [{ license: { id: 'MIT' } }],
    },
    {
      name: 'three',
      purl: 'pkg:npm/three@1.2.3',
      licenses: [{ license: { name: 'see its files' } }],
    },
    { name: 'two', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
  ]);
});
