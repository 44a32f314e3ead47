import * as v from 'valibot';

/**
 * Path of a file in an artifact, relative, with `/`: parts that every file system and every URL
 * takes as they are, of at most 255 letters. None begins with a dot, so none leads out, and none is hidden.
 */
export const artifactPathSchema = v.pipe(
  v.string(),
  v.maxLength(300),
  v.regex(
    /^[\w@[(+~=-][\w@.+~=,()[\]-]{0,254}(?:\/[\w@[(+~=-][\w@.+~=,()[\]-]{0,254})*$/,
    'is not a path of an artifact',
  ),
);

/** Whether a file of a draft is a source map: the registry keeps it beside the build, and no page gets it. */
export function isSourceMap(path: string): boolean {
  return path.endsWith('.map');
}
