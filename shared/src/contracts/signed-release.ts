import * as v from 'valibot';
import { appNameSchema, artifactSchema, buildIdSchema, previewSchema } from './release.ts';

/**
 * A statement of the registry: the very text that was signed, which is JSON, and its Ed25519
 * signature in base64. The text is verified as it is, and only then read.
 */
export const signedSchema = v.object({ text: v.string(), signature: v.string() });
export type Signed = v.InferOutput<typeof signedSchema>;

/** What kind of statement a text is: one can never be taken for another. */
export const statementTypes = {
  build: 'tallystick-build-1',
  revision: 'tallystick-revision-1',
} as const;

/** What is stated of a published build, as far as a page needs it. */
export const buildStatementSchema = v.object({
  type: v.literal(statementTypes.build),
  artifact: artifactSchema,
  manifest: v.record(v.string(), v.unknown()),
});

const buildsSchema = v.record(appNameSchema, buildIdSchema);

/** What is stated of a revision, as far as a page needs it. */
export const revisionStatementSchema = v.object({
  type: v.literal(statementTypes.revision),
  channel: v.string(),
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Which of the apps is the shell. */
  shell: appNameSchema,
  builds: buildsSchema,
  canaries: v.record(appNameSchema, v.object({ build: buildIdSchema })),
  fallbacks: buildsSchema,
});

/**
 * How the release document travels: inlined as `<script type="application/json" id="release">`, and
 * as `/releases/current.json`. What is not signed in it can only choose among what is.
 */
export const signedReleaseSchema = v.object({
  revision: signedSchema,
  /** Of each remote's build, and of the builds to fall back to. */
  builds: v.array(signedSchema),
  /** Apps of which this browser gets the canary. */
  canaries: v.array(appNameSchema),
  preview: v.optional(previewSchema),
});
export type SignedRelease = v.InferOutput<typeof signedReleaseSchema>;
