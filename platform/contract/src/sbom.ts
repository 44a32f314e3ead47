import * as v from 'valibot';

/** The bill of materials (SBOM) of a build: CycloneDX, as JSON. It lies beside the files of the build, and no page gets it. */
export const sbomFile = 'sbom.json';

/** The property by which a component says that pages have it once, whoever uses it. */
export const sharedProperty = 'tallystick:shared';

/** `taken`: the build has no code of it, since the shell of its page gives it; `given`: its own copy serves others too. */
export const sharings = ['given', 'taken'] as const;
export type Sharing = (typeof sharings)[number];

/** A package that is in a build, or that it takes from the page. */
export interface SbomPackage {
  /** As npm calls it, such as `@acme/dates`. */
  name: string;
  /** `unversioned`: the document does not say, so it may be any. */
  version: string;
  shared?: Sharing;
}

interface Component {
  group?: string | undefined;
  name: string;
  version?: string | undefined;
  scope?: string | undefined;
  properties?: { name: string; value?: string | undefined }[] | undefined;
  components?: Component[] | undefined;
}

const componentSchema: v.GenericSchema<Component> = v.object({
  group: v.optional(v.string()),
  name: v.string(),
  version: v.optional(v.string()),
  scope: v.optional(v.string()),
  properties: v.optional(v.array(v.object({ name: v.string(), value: v.optional(v.string()) }))),
  components: v.optional(v.array(v.lazy(() => componentSchema))),
});

const documentSchema = v.object({
  bomFormat: v.literal('CycloneDX'),
  components: v.array(componentSchema),
});

/**
 * The packages that a document names, in its order; null: it is no CycloneDX document with a list of components. What it
 * excludes is left out.
 */
export function packagesOf(document: unknown): SbomPackage[] | null {
  const parsed = v.safeParse(documentSchema, document, { abortEarly: true });
  return parsed.success ? parsed.output.components.flatMap(packagesIn) : null;
}

function packagesIn(component: Component): SbomPackage[] {
  const { group, name, version, scope, properties = [], components = [] } = component;
  const inside = components.flatMap(packagesIn);
  if (scope === 'excluded') return inside;
  const said = properties.find((one) => one.name === sharedProperty)?.value;
  const shared = sharings.find((one) => one === said);
  const whole = group ? `${group}/${name}` : name;
  return [{ name: whole, version: version || 'unversioned', ...(shared && { shared }) }, ...inside];
}
