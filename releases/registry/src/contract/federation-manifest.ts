import * as v from 'valibot';

const filesSchema = v.object({ sync: v.array(v.string()), async: v.array(v.string()) });

/** The parts of a build's federation manifest (`mf-manifest.json`) that the release plane acts on; the rest is kept. */
export const manifestSchema = v.looseObject({
  metaData: v.looseObject({
    remoteEntry: v.looseObject({
      name: v.string(),
      path: v.optional(v.string()),
      /** `module` or `esm` for a JavaScript module, else a script. */
      type: v.optional(v.string()),
    }),
  }),
  exposes: v.array(
    v.looseObject({
      path: v.string(),
      assets: v.object({ js: filesSchema, css: filesSchema }),
    }),
  ),
});
export type FederationManifest = v.InferOutput<typeof manifestSchema>;

/** Bytes that it may have: each remote's travels in every page. That of a large one has 20,000. */
export const maxTravelling = 256 * 1024;
