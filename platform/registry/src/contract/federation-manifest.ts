import * as v from 'valibot';
import { sharedModulesSchema } from './fit-beside.ts';

const filesSchema = v.object({ sync: v.array(v.string()), async: v.array(v.string()) });

/** The parts of a build's federation manifest (`mf-manifest.json`) that the release plane acts on, and whatever else it holds. */
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

/** Bytes of what every page carries of a remote: declaration, what is kept of the manifest, and entry. */
export const maxTravelling = 64 * 1024;

const { metaData, exposes } = manifestSchema.entries;
const { name, path, type } = metaData.entries.remoteEntry.entries;
/**
 * What of it is kept with a build, signed, and carried by every page: what pages, site servers and the
 * registry act on. Builds that were published before this was so are kept and signed with all of theirs.
 */
export const keptManifestSchema = v.object({
  name: v.optional(v.string()),
  metaData: v.object({
    globalName: v.optional(v.string()),
    remoteEntry: v.object({ name, path, type }),
  }),
  exposes: v.array(v.object({ ...exposes.item.entries })),
  shared: sharedModulesSchema,
  /** What the registry has found in the scripts of a remote as it was published: versions of React DOM. */
  reactDom: v.optional(v.array(v.string())),
  /** Packages that keep state, of which it has found a copy there. */
  stores: v.optional(v.array(v.string())),
});
