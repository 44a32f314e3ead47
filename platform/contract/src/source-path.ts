/**
 * The path of a source within the folder that was built, such as `src/page.tsx`. Its name in a source map may begin
 * with a bundler's scheme, an origin, or the way up from the script's folder. It may end with a query.
 */
export function sourcePath(source: string): string {
  return source
    .replace(/^(?:webpack(?:-internal)?|https?):\/\/[^/]*\//, '')
    .replace(/^(?:\.\.?\/)+/, '')
    .replace(/\?.*$/, '');
}
