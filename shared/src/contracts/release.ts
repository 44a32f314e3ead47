import * as v from 'valibot';
import { remoteDeclarationSchema } from './remote.ts';

/** `sha384-<base64>`, as in an `integrity` attribute. */
export const integritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** `<version>-<content hash>`: names one artifact of one app. */
export const buildIdSchema = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d+\.\d+(?:-[a-z0-9.]+)?-[0-9a-f]{12}$/),
);

export const appNameSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,62}$/));

/** `artifact.json`, beside the files of one build. Paths are relative to it. */
export const artifactSchema = v.object({
  app: appNameSchema,
  build: buildIdSchema,
  kind: v.picklist(['shell', 'remote']),
  /** Every file of the artifact but `artifact.json` itself. */
  files: v.record(v.string(), integritySchema),
  declaration: v.optional(remoteDeclarationSchema),
});
export type Artifact = v.InferOutput<typeof artifactSchema>;

/** One remote of a revision, as a browser needs it. */
export const remoteReleaseSchema = v.object({
  name: appNameSchema,
  build: buildIdSchema,
  /** Path of the artifact on the site, with a trailing slash. */
  base: v.string(),
  declaration: remoteDeclarationSchema,
  /** Integrity of each file, by its path relative to `base`. */
  files: v.record(v.string(), integritySchema),
  /** The build's federation manifest, so that the page need not fetch it. */
  manifest: v.record(v.string(), v.unknown()),
});
export type RemoteRelease = v.InferOutput<typeof remoteReleaseSchema>;

/** What a browser gets of a revision. Inlined as `<script type="application/json" id="release">`. */
export const releaseDocumentSchema = v.object({
  channel: v.string(),
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  shell: v.object({ name: appNameSchema, build: buildIdSchema }),
  remotes: v.array(remoteReleaseSchema),
});
export type ReleaseDocument = v.InferOutput<typeof releaseDocumentSchema>;
