import * as v from 'valibot';
import { errorBounds } from './error-bounds.ts';
import { appNameSchema, buildIdSchema } from './release.ts';

/**
 * An error that code of a build threw in a page: its name and its message, both scrubbed. The frames are places
 * in files of builds, the innermost first.
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
