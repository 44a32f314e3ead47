import * as v from 'valibot';
import { lineSchema } from './scalars.ts';

const textSchema = v.pipe(lineSchema, v.maxLength(300));
const addressSchema = v.pipe(
  textSchema,
  v.regex(/^https?:\/\/[^\s"<>]+$/, 'must be an address that begins with https://'),
);

/** Which run made a build, from what. */
export const originSchema = v.object({
  repository: v.exactOptional(textSchema),
  ref: v.exactOptional(textSchema),
  commit: v.exactOptional(textSchema),
  /** The first line of the commit's message, and who wrote it, by name alone. */
  title: v.exactOptional(textSchema),
  author: v.exactOptional(textSchema),
  /** Where people look at the commit. */
  link: v.exactOptional(addressSchema),
  /** Whether all that was built from was in the commit. */
  clean: v.exactOptional(v.boolean()),
  workflow: v.exactOptional(textSchema),
  /** Where people look at the run. */
  run: v.exactOptional(addressSchema),
  /** What started the run, such as `push`. */
  event: v.exactOptional(textSchema),
  /** Who did. */
  actor: v.exactOptional(textSchema),
});
export type Origin = v.InferOutput<typeof originSchema>;

/** What the claims of a verified token say of a run. */
export const verifiedOriginSchema = v.object({
  ...originSchema.entries,
  issuer: v.string(),
  subject: v.string(),
});
export type VerifiedOrigin = v.InferOutput<typeof verifiedOriginSchema>;

/**
 * Where a build comes from. `verified` is what the issuer of the publisher's token has signed; `said` is
 * the word of whoever published, which nobody has verified.
 */
export const provenanceSchema = v.object({
  verified: v.exactOptional(verifiedOriginSchema),
  said: v.exactOptional(originSchema),
});
export type Provenance = v.InferOutput<typeof provenanceSchema>;

/**
 * What is known of the commit of a build. Where an issuer vouches for another commit than was said, what was said of
 * it is left out.
 */
export function commitOf({ verified, said }: Provenance): Origin {
  if (verified === undefined) return said ?? {};
  const isSame = verified.commit === undefined || verified.commit === said?.commit;
  const { title, author, link, clean, ref } = (isSame ? said : undefined) ?? {};
  const more = { title, author, link, clean, ref };
  const known = Object.entries(more).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...verified };
}

/** The branch or tag of a ref: `refs/heads/main` is `main`. */
export function branchOf({ ref }: Origin): string | undefined {
  return ref?.replace(/^refs\/(?:heads|tags|remotes\/origin)\//, '');
}

const hashLength = 12;
/** Digits of a hash that people are shown: enough to tell builds of an app apart. */
const shown = 7;

/** A build of which it may be known where it comes from. */
export interface SourcedBuild {
  app: string;
  build: string;
  provenance?: Provenance | undefined;
}

/**
 * What people call builds: `113bca9`, by the commit, or by the hash of the content where none is known. Where the commit
 * does not say all of a build, it is both: `113bca9+85f5bf4`.
 */
export function buildNames(known: readonly SourcedBuild[]): (build: string) => string {
  const commits = new Map(
    known.flatMap(({ app, build, provenance }) => {
      const { commit, clean } = provenance === undefined ? {} : commitOf(provenance);
      return commit === undefined ? [] : [[build, { of: `${app} ${commit}`, commit, clean }]];
    }),
  );
  // Node 20, on which the packed command must run, has no Map.groupBy.
  const all = [...commits.values()];
  const isShared = (of: string) => all.filter((one) => one.of === of).length > 1;
  return (build) => {
    const content = build.slice(-hashLength, shown - hashLength);
    const from = commits.get(build);
    if (from === undefined) return content;
    const commit = from.commit.slice(0, shown);
    const isAll = from.clean !== false && !isShared(from.of);
    return isAll ? commit : `${commit}+${content}`;
  };
}

/** The source that a build is from, such as `org/notes@1a2b3c4d`; null: neither repository nor commit is known. */
export function sourceOf({
  verified,
  said,
}: Provenance): { words: string; verified: boolean } | null {
  const { repository = '', commit } = verified ?? said ?? {};
  const short = commit?.slice(0, 8);
  const source = [repository, short].filter(Boolean).join('@');
  const words = source || verified?.subject;
  return words ? { words, verified: verified !== undefined } : null;
}
