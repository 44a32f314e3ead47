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

/** The source that a build is from, such as `org/notes@1a2b3c4d`; null: neither repository nor commit is known. */
export function sourceOf({
  verified,
  said,
}: Provenance): { words: string; verified: boolean } | null {
  const { repository = '', commit } = verified ?? said ?? {};
  const source = commit === undefined ? repository : `${repository}@${commit.slice(0, 8)}`;
  const words = source || verified?.subject;
  return words ? { words, verified: verified !== undefined } : null;
}
