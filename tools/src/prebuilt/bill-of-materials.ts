import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import type { InstalledPackage } from './packages.ts';

/** Packages of others as a CycloneDX 1.6 document, JSON. */
export function billOfMaterials(version: string, packages: readonly InstalledPackage[]): string {
  const component = new Models.Component(Enums.ComponentType.Application, 'tallystick', {
    version,
  });
  const bill = new Models.Bom({ metadata: new Models.Metadata({ component }) });
  for (const { name, version, license } of packages) {
    const [, scope = '', local = ''] = /^(?:(@[^/]+)\/)?(.*)$/.exec(name) ?? [];
    const purl = `pkg:npm/${scope && `${encodeURIComponent(scope)}/`}${local}@${version}`;
    bill.components.add(
      new Models.Component(Enums.ComponentType.Library, local, {
        ...(scope && { group: scope }),
        version,
        purl,
        bomRef: purl,
        licenses: new Models.LicenseRepository([licenseOf(license)]),
      }),
    );
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bill, { space: 2, sortLists: true })}\n`;
}

function licenseOf(stated: string): Models.License {
  if (SPDX.isSupportedSpdxId(stated)) return new Models.SpdxLicense(stated);
  if (/ (AND|OR|WITH) /.test(stated)) return new Models.LicenseExpression(stated);
  return new Models.NamedLicense(stated);
}
