import { ComponentType } from '@cyclonedx/cyclonedx-library/Enums';
import * as Models from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { type SbomPackage, sharedProperty } from '@tallystick/contract/sbom';

/** A package, and what its package.json says of its licence, where that is known. */
export interface LicensedPackage extends SbomPackage {
  license?: string;
}

/**
 * What is in something of a version, as a CycloneDX 1.6 document, JSON. It says nothing of when it was made, so it is the
 * same for the same packages.
 */
export function sbomOf(
  { name, version }: { name: string; version: string },
  packages: readonly LicensedPackage[],
): string {
  const component = new Models.Component(ComponentType.Application, name, {
    version,
    // Without one it would be made up anew each time.
    bomRef: `${name}@${version}`,
  });
  const bill = new Models.Bom({ metadata: new Models.Metadata({ component }) });
  const once = new Map(packages.map((one) => [`${one.name}@${one.version} ${one.shared}`, one]));
  for (const one of once.values()) bill.components.add(componentOf(one));
  const factory = new Json.Normalize.Factory(Spec1dot6);
  return `${new JsonSerializer(factory).serialize(bill, { space: 2, sortLists: true })}\n`;
}

function componentOf({ name, version, license, shared }: LicensedPackage): Models.Component {
  const [, scope = '', local = ''] = /^(?:(@[^/]+)\/)?(.*)$/.exec(name) ?? [];
  const purl = `pkg:npm/${scope && `${encodeURIComponent(scope)}/`}${local}@${version}`;
  const properties = shared ? [new Models.Property(sharedProperty, shared)] : [];
  return new Models.Component(ComponentType.Library, local, {
    ...(scope && { group: scope }),
    version,
    purl,
    // A build may take one of the same version that it has a copy of.
    bomRef: shared ? `${purl}#${shared}` : purl,
    licenses: new Models.LicenseRepository(license === undefined ? [] : [licenseOf(license)]),
    properties: new Models.PropertyRepository(properties),
  });
}

function licenseOf(stated: string): Models.License {
  if (isSupportedSpdxId(stated)) return new Models.SpdxLicense(stated);
  if (/ (AND|OR|WITH) /.test(stated)) return new Models.LicenseExpression(stated);
  return new Models.NamedLicense(stated);
}
