import * as v from 'valibot';
import { appNameSchema, artifactSchema, buildIdSchema, previewSchema } from './release.ts';
import { entryProofSchema, releaseProofSchema } from './release-proof.ts';
import { remoteDeclarationSchema } from './remote.ts';
import { settingValuesSchema } from './setting-values.ts';
import { arrangementsSchema } from './slots.ts';

/**
 * An attestation of the registry: the very text that was signed, which is JSON, and its Ed25519
 * signature in base64. The text is verified as it is, and only then read.
 */
export const signedSchema = v.object({ text: v.string(), signature: v.string() });
export type Signed = v.InferOutput<typeof signedSchema>;

/** An attestation of a build, as pages get it. */
export const signedBuildSchema = v.object({
  ...signedSchema.entries,
  /** That it was published; absent: in answers of servers before there was a log. */
  proof: v.optional(entryProofSchema),
});
export type SignedBuild = v.InferOutput<typeof signedBuildSchema>;

/** The kinds of attestations. Each is signed with its kind, so that one can never be taken for another. */
export const attestationTypes = {
  build: 'tallystick-build-1',
  declarations: 'tallystick-declarations-1',
  /** A revision with the hashes of its builds' attestations: in the first logs alone, and not signed by itself. */
  release: 'tallystick-release-1',
  revision: 'tallystick-revision-1',
} as const;

/** What is stated of a published build, as far as a page needs it. */
export const buildAttestationSchema = v.object({
  type: v.literal(attestationTypes.build),
  artifact: artifactSchema,
  manifest: v.record(v.string(), v.unknown()),
});

/** What builds declare, in one text: for the routes and menu of a page that loads few of them. */
export const declarationsAttestationSchema = v.object({
  type: v.literal(attestationTypes.declarations),
  /** Builds of one app that declare the same stand together. */
  remotes: v.array(
    v.object({ builds: v.array(buildIdSchema), declaration: remoteDeclarationSchema }),
  ),
});

const buildsSchema = v.record(appNameSchema, buildIdSchema);

/** What is stated of a revision, as far as a page needs it. */
export const revisionAttestationSchema = v.object({
  type: v.literal(attestationTypes.revision),
  channel: v.string(),
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Which of the apps is the shell. */
  shell: appNameSchema,
  builds: buildsSchema,
  canaries: v.record(appNameSchema, v.object({ build: buildIdSchema })),
  fallbacks: buildsSchema,
  slots: v.optional(arrangementsSchema),
  /** What is set of settings, for all browsers and for a share; since `now` open tabs take it at once. */
  values: v.optional(
    v.record(
      appNameSchema,
      v.object({
        values: settingValuesSchema,
        share: v.optional(v.object({ values: settingValuesSchema })),
        now: v.optional(v.number()),
      }),
    ),
  ),
});

/**
 * How the release document travels: inlined as `<script type="application/json" id="release">`, and
 * as `/releases/current.json`. What is not signed in it can only choose among what is. What is needed to
 * load a build is in the attestation of that build, which has an address of its own.
 */
export const signedReleaseSchema = v.object({
  revision: signedSchema,
  /** What each remote's build declares, and the builds to fall back to. */
  declarations: signedSchema,
  /** That the revision is in the log; absent: in answers of servers before there was one. */
  proof: v.optional(releaseProofSchema),
  /** For shells of before, which read no declarations: attestations of all these builds. */
  builds: v.optional(v.array(signedSchema)),
  /** Apps of which this browser gets the canary. */
  canaries: v.array(appNameSchema),
  /** Apps of which it has the settings of a share of browsers; absent: of none. */
  shares: v.optional(v.array(appNameSchema)),
  preview: v.optional(previewSchema),
});
export type SignedRelease = v.InferOutput<typeof signedReleaseSchema>;

/** Attestations of the builds that a page loads first. Inlined as JSON with the id `builds`. */
export const signedBuildsSchema = v.array(signedBuildSchema);
