import * as v from 'valibot';
import { ownerSchema } from './owner.ts';
import { artifactSchema } from './release.ts';
import { remoteDeclarationSchema } from './remote.ts';

/** `remote.json`: what a remote declares, and what its team says of itself, which no page of readers gets. */
export const remoteFileSchema = v.object({
  ...remoteDeclarationSchema.entries,
  owner: v.optional(ownerSchema),
});

/** `artifact.json` as a build has it: the artifact, and whose it is. */
export const artifactFileSchema = v.object({
  ...artifactSchema.entries,
  owner: v.optional(ownerSchema),
});
export type ArtifactFile = v.InferOutput<typeof artifactFileSchema>;
