import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { packagesOf } from '@tallystick/contract/sbom';
import { expect, it } from 'vitest';
import { sbomOf } from './sbom-of.ts';

const app = { name: 'mfe-note', version: '1.0.0-aaaaaaaaaaaa' };

it('names a package of a scope, its licence as it is stated, and what is shared; each once', async () => {
  const document = sbomOf(app, [
    { name: '@scope/one', version: '1.2.3', license: 'MIT' },
    { name: 'two', version: '1.2.3', license: '(MIT OR Apache-2.0)' },
    { name: 'three', version: '1.2.3', license: 'see its files' },
    { name: 'two', version: '1.2.3', license: '(MIT OR Apache-2.0)' },
    { name: 'two', version: '1.2.3', shared: 'taken' },
  ]);
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(document)).toBeNull();
  expect(JSON.parse(document)).toMatchObject({
    metadata: { component: app },
    components: [
      {
        group: '@scope',
        name: 'one',
        purl: 'pkg:npm/%40scope/one@1.2.3',
        licenses: [{ license: { id: 'MIT' } }],
      },
      { name: 'three', licenses: [{ license: { name: 'see its files' } }] },
      { name: 'two', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
      { name: 'two', properties: [{ name: 'tallystick:shared', value: 'taken' }] },
    ],
  });
  expect(packagesOf(JSON.parse(document))).toEqual([
    { name: '@scope/one', version: '1.2.3' },
    { name: 'three', version: '1.2.3' },
    { name: 'two', version: '1.2.3' },
    { name: 'two', version: '1.2.3', shared: 'taken' },
  ]);
});

it('is the same for the same packages, and says nothing of the moment', () => {
  const packages = [{ name: 'one', version: '1.2.3' }];
  expect(sbomOf(app, packages)).toBe(sbomOf(app, packages));
  expect(sbomOf(app, packages)).not.toMatch(/serialNumber|timestamp/);
});
