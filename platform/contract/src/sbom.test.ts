import { expect, it } from 'vitest';
import { packagesOf } from './sbom.ts';

const document = (...components: object[]) => ({ bomFormat: 'CycloneDX', components });

it('finds packages within others, and leaves out what is excluded', () => {
  const inner = { type: 'library', group: '@acme', name: 'dates', version: '2.1.0' };
  expect(
    packagesOf(
      document(
        { type: 'library', name: 'lodash', version: '4.17.21', components: [inner] },
        { type: 'library', name: 'vitest', version: '5.1.1', scope: 'excluded' },
        { type: 'library', name: 'unversioned', components: [{ name: 'deep', version: '1.0.0' }] },
      ),
    ),
  ).toEqual([
    { name: 'lodash', version: '4.17.21' },
    { name: '@acme/dates', version: '2.1.0' },
    { name: 'unversioned', version: 'unversioned' },
    { name: 'deep', version: '1.0.0' },
  ]);
});

it.each([[null], [{ components: [] }], [{ bomFormat: 'CycloneDX' }], [document({ name: 7 })]])(
  'takes %j for no document',
  (value) => {
    expect(packagesOf(value)).toBeNull();
  },
);
