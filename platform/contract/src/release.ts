import * as v from 'valibot';
import { type RemoteDeclaration, remoteDeclarationSchema } from './remote.ts';
import type { SettingValues } from './setting-values.ts';
import type { Arrangements } from './slots.ts';

/** `sha384-<base64>`, as in an `integrity` attribute. */
export const integritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** `<version>-<content hash>`: names one artifact of one app. */
export const buildIdSchema = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d+\.\d+(?:-[a-z0-9.]+)?-[0-9a-f]{12}$/),
);

/** Number of a revision, as far as a database can hold one (int4). */
export const revisionNumberSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(2_147_483_647),
);

export const channelNameSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,30}$/));
/** The channel that is meant where none is named. */
export const defaultChannel = 'production';

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

/** One build of a remote, as far as routes and menu need it. */
export interface RemoteBuild {
  name: string;
  build: string;
  /** Path of the artifact on the site, with a trailing slash. */
  base: string;
  declaration: RemoteDeclaration;
  /** What this browser has of its settings in place of their defaults; absent: nothing. */
  values?: SettingValues | undefined;
  /** The revision since which open tabs take `values` at once; absent: at their next navigation. */
  valuesNow?: number | undefined;
}

/** One build of a remote, with all that is needed to load it. */
export interface LoadableBuild extends RemoteBuild {
  /** Integrity of each file, by its path relative to `base`. */
  files: Readonly<Record<string, string>>;
  /** The build's federation manifest, so that the page need not fetch it. */
  manifest: Readonly<Record<string, unknown>>;
}

/** One remote of a revision, as a browser needs it. */
export interface RemoteRelease extends RemoteBuild {
  /** This browser is among those that get this build before the others. */
  canary?: boolean | undefined;
  /**
   * The next step down the ladder: the last build known to be good, for a browser in which this one
   * does not work. Absent: there is none.
   */
  fallback?: RemoteBuild | undefined;
}

/** What a manager looks at in place of what everybody gets; the page says so in a banner. */
export const previewSchema = v.object({
  /** The revision looked at; absent: the channel's newest one with `builds` in it. */
  revision: v.optional(revisionNumberSchema),
  /** Builds in place of the revision's own, by their app. */
  builds: v.record(appNameSchema, buildIdSchema),
  /** Path of a link that ends the preview and shows the page as everybody gets it. */
  leave: v.string(),
});
export type Preview = v.InferOutput<typeof previewSchema>;

/** What a browser gets of a revision. Inlined as `<script type="application/json" id="release">`. */
export interface ReleaseDocument {
  channel: string;
  revision: number;
  shell: Pick<RemoteRelease, 'name' | 'build' | 'canary'>;
  remotes: RemoteRelease[];
  /** What managers have said of slots; absent: nothing. */
  slots?: Arrangements | undefined;
  /** Absent, but in a preview: such a page does not follow the channel and reports nothing. */
  preview?: Preview | undefined;
}
