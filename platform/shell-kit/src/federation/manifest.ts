import type { LoadableBuild } from '@tallystick/contract/release';
import * as v from 'valibot';

const filesSchema = v.object({ sync: v.array(v.string()) });
const manifestSchema = v.object({
  /** The federation name of the build's own instance; older builds do not state it. */
  name: v.optional(v.string()),
  metaData: v.object({
    globalName: v.string(),
    /** `type`: `module` or `esm` for a JavaScript module, else a script. */
    remoteEntry: v.object({
      name: v.string(),
      path: v.optional(v.string()),
      type: v.optional(v.string()),
    }),
  }),
  /** What it takes from the share scope; webpack's own plugin does not say. */
  shared: v.optional(
    v.array(
      v.object({
        name: v.string(),
        requiredVersion: v.optional(v.union([v.string(), v.literal(false)])),
      }),
    ),
  ),
  exposes: v.array(
    v.object({ path: v.string(), assets: v.object({ js: filesSchema, css: filesSchema }) }),
  ),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** A build that may be loaded, and what starts it. */
export interface ExpectedBuild {
  remote: LoadableBuild;
  manifest: Manifest;
  /** The expose whose files are loaded with the entry. */
  expose: string;
}

/**
 * What starts a build, by its federation manifest (`mf-manifest.json`).
 *
 * @throws Error if it is no such manifest
 */
export function readManifest({ manifest }: Pick<LoadableBuild, 'manifest'>): Manifest {
  return v.parse(manifestSchema, manifest);
}
