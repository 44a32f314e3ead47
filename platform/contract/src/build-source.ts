import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(300));

/** The commit that a build was made from, as git had it when it was built. */
export const buildSourceSchema = v.object({
  commit: text,
  /** The first line of its message, and the name of who wrote it; never an address of theirs. */
  title: v.exactOptional(text),
  author: v.exactOptional(text),
  /** The branch; absent: none was checked out. */
  ref: v.exactOptional(text),
  /** Where people look at the commit. */
  link: v.exactOptional(text),
  /** Whether all files that git saw were in the commit. */
  clean: v.boolean(),
});
export type BuildSource = v.InferOutput<typeof buildSourceSchema>;
