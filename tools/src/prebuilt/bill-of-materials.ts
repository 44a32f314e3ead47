import type { InstalledPackage } from './packages.ts';

/** The packages of others in CycloneDX 1.6, as JSON. */
export function billOfMaterials(version: string, packages: readonly InstalledPackage[]): string {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'tallystick', version } },
    components: packages.map(({ name, version, license }) => {
      const [scoped = '', scope = ''] = /^@([^/]+)\//.exec(name) ?? [];
      const purl = `pkg:npm/${scoped === '' ? '' : `%40${scope}/`}${name.slice(scoped.length)}@${version}`;
      const stated = / (AND|OR|WITH) /.test(license)
        ? { expression: license }
        : { license: { name: license } };
      return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [stated] };
    }),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
