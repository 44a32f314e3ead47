import { ownerSchema } from '@tallystick/contract/owner';
import { artifactSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { manifestSchema } from './contract/federation-manifest.ts';
import { timeSchema } from './contract/scalars.ts';

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
    /** The names that a shell's singletons export, if it was built before there were contracts. */
    provides: v.optional(v.record(v.string(), v.array(v.string()))),
  }),
  /** The size of each file, in bytes; empty in records made before sizes were kept. */
  sizes: v.optional(v.record(v.string(), v.number()), {}),
  /** Its team, as its `remote.json` says; no page of readers gets it. */
  owner: v.exactOptional(ownerSchema),
  publishedAt: timeSchema,
});
export type BuildRecord = v.InferOutput<typeof buildRecordSchema>;
