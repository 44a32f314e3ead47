import * as v from 'valibot';
import { errorBounds } from './error-bounds.ts';
import { appNameSchema, buildIdSchema } from './release.ts';

/**
 * An error in a page whose code is of a build: what it was called and said, scrubbed, and where in files of
 * builds it was thrown, the innermost first.
 */
export const pageErrorSchema = v.object({
  app: appNameSchema,
  build: buildIdSchema,
  name: v.pipe(v.string(), v.maxLength(errorBounds.name)),
  message: v.pipe(v.string(), v.maxLength(errorBounds.message)),
  /** `<app>/<build>/<path>:<line>:<column>`, both counted from 1, as addresses below `/artifacts/`. */
  frames: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.maxLength(400),
        v.regex(/^[\w.-]+\/[\w.-]+\/[\w@.+~=,()[\]/-]+:\d{1,7}:\d{1,8}$/),
      ),
    ),
    v.maxLength(errorBounds.frames),
  ),
});
export type PageError = v.InferOutput<typeof pageErrorSchema>;
