import { artifactSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import { timeSchema } from './contract/scalars.ts';

const assetsSchema = v.object({ sync: v.array(v.string()), async: v.array(v.string()) });

/** The parts of a build's federation manifest that the release plane acts on; the rest is kept. */
const manifestSchema = v.looseObject({
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
      assets: v.object({ js: assetsSchema, css: assetsSchema }),
    }),
  ),
});

/** Names of exports by singleton, as the `entry.json` of a shell states them. */
export const providesSchema = v.record(v.string(), v.array(v.string()));

/**
 * What the registry keeps of one build, apart from its files: a release document can be made
 * from it even if the files are gone.
 */
export const buildRecordSchema = v.object({
  artifact: artifactSchema,
  manifest: manifestSchema,
  /** Files that start the app's entry; empty for a remote. */
  entry: v.object({
    scripts: v.array(v.string()),
    styles: v.array(v.string()),
    /** Of a shell: the names that singletons of its own export, by what apps import. */
    provides: v.optional(providesSchema),
  }),
  /** Of each file, in bytes; empty in records made before sizes were kept. */
  sizes: v.optional(v.record(v.string(), v.number()), {}),
  publishedAt: timeSchema,
});
export type BuildRecord = v.InferOutput<typeof buildRecordSchema>;
