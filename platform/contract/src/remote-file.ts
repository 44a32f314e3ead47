import * as v from 'valibot';
import { buildSourceSchema } from './build-source.ts';
import { ownerSchema } from './owner.ts';
import { artifactSchema, integritySchema } from './release.ts';
import { remoteDeclarationSchema } from './remote.ts';

/** `remote.json`: what a remote declares, and what its team says of itself, which no page of readers gets. */
export const remoteFileSchema = v.object({
  ...remoteDeclarationSchema.entries,
  owner: v.optional(ownerSchema),
});

/** `artifact.json` as a build has it: the artifact, whose it is, and what it was built from. */
export const artifactFileSchema = v.object({
  ...artifactSchema.entries,
  owner: v.optional(ownerSchema),
  /** The hash of its `sbom.json`, which lies beside its files. Not part of what the build id stands for. */
  sbom: v.exactOptional(integritySchema),
  /** The build id does not stand for it either: the same files may come from two commits. */
  source: v.optional(v.fallback(v.optional(buildSourceSchema), undefined)),
});
export type ArtifactFile = v.InferOutput<typeof artifactFileSchema>;
