/**
 * How ids stand in paths. An id is one segment, encoded once; whoever reads it decodes it once. The router decodes a
 * parameter, and then makes a slash of each `%2F` that is left: to it the records `r/1` and `r%2F1` are one.
 */

/** A value as a segment of a path. */
export const segmentOf = (value: string): string => encodeURIComponent(value);

/** The path that has these values as its segments. */
export const pathOf = (values: readonly string[]): string => `/${values.map(segmentOf).join('/')}`;

/**
 * The values that the path of a URL has as its segments. What is no encoding anywhere leaves the whole path as it
 * stands, as in the router. Slashes at the end mean nothing; of two beside each other elsewhere comes an empty value.
 */
export function valuesIn(path: string): string[] {
  const segments = path.split('/').slice(1);
  const given = segments.slice(0, segments.findLastIndex(Boolean) + 1);
  try {
    return given.map(decodeURIComponent);
  } catch {
    return given;
  }
}

/**
 * Whether a value can be no segment: however it is encoded, browsers take it for the way to another path.
 */
export const isDotSegment = (value: string): boolean => value === '.' || value === '..';
