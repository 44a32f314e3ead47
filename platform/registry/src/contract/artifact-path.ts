import * as v from 'valibot';

/**
 * Relative path of a file in an artifact, with `/`. Its segments are valid unchanged in every file system and URL, and
 * have at most 255 characters. None begins with a dot, so none leads out of the folder, and none is hidden.
 */
export const artifactPathSchema = v.pipe(
  v.string(),
  v.maxLength(300),
  v.regex(
    /^[\w@[(+~=-][\w@.+~=,()[\]-]{0,254}(?:\/[\w@[(+~=-][\w@.+~=,()[\]-]{0,254})*$/,
    'is not a path of an artifact',
  ),
);

/** Whether a file of a draft is a source map. The registry keeps it beside the build, and no page gets it. */
export function isSourceMap(path: string): boolean {
  return path.endsWith('.map');
}
