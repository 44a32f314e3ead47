import { ownerSchema } from '@tallystick/contract/owner';
import { channelNameSchema } from '@tallystick/contract/release';
import { validRange } from 'semver';
import * as v from 'valibot';
import { buildKeySchema } from '../../../src/contract/build-key.ts';
import { provenanceSchema } from '../../../src/contract/provenance.ts';
import { timeSchema } from '../../../src/contract/scalars.ts';

/** A package as npm calls it, such as `@acme/dates`. */
export const packageNameSchema = v.pipe(
  v.string(),
  v.maxLength(214),
  v.regex(
    /^(?:@[\w.~-]+\/)?[\w.~-]+$/,
    'must be the name of a package, such as react or @acme/dates',
  ),
);

/** A range as npm reads it, such as `19`, `^4.1.0` or `<4.17.21`. */
export const rangeSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.check(
    (range) => validRange(range) !== null,
    'must be versions as npm says them, such as <4.17.21',
  ),
);

/** What a build is in a channel; `ramping`: a canary whose share grows by itself; `earlier`: it was live. */
export const standings = ['live', 'canary', 'ramping', 'earlier'] as const;
export type Standing = (typeof standings)[number];

/**
 * `inside`: its code is in the build; `taken`: the shell of the page gives it. `unknown`: nothing says what is in the
 * build, or of which version.
 */
export const findings = ['inside', 'unknown', 'taken'] as const;
export type Finding = (typeof findings)[number];

const foundBuildSchema = v.object({
  ...buildKeySchema.entries,
  found: v.picklist(findings),
  /** Versions that are meant, each once. For what is taken: the one that it was built with. */
  versions: v.array(v.string()),
  /** Channels in which it is or was live; none: it was published, and can be promoted. */
  standing: v.array(v.object({ channel: channelNameSchema, as: v.picklist(standings) })),
  publishedAt: timeSchema,
  publishedBy: v.string(),
  /** Where it comes from, as far as that is known. */
  provenance: v.exactOptional(provenanceSchema),
  /** Who is to build the app anew, as its `remote.json` says; absent: it does not. */
  owner: v.exactOptional(ownerSchema),
});
export type FoundBuild = v.InferOutput<typeof foundBuildSchema>;

/** Every build that has the package, or may have it: what browsers get first, then the newest first. */
export const contentsSchema = v.object({
  name: v.string(),
  /** Null: any version. */
  range: v.nullable(v.string()),
  builds: v.array(foundBuildSchema),
});
export type Contents = v.InferOutput<typeof contentsSchema>;

/** Whether browsers get a build now. */
export function isRunning({ standing }: Pick<FoundBuild, 'standing'>): boolean {
  return standing.some(({ as }) => as !== 'earlier');
}
