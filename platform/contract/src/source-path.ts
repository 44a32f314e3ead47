/**
 * The path of a source within the folder that was built, such as `src/page.tsx`, of its name in a source map: without a
 * bundler's scheme, the origin of a development server, a query, and the way up from the folder of the script.
 */
export function sourcePath(source: string): string {
  return source
    .replace(/^(?:webpack(?:-internal)?|https?):\/\/[^/]*\//, '')
    .replace(/^(?:\.\.?\/)+/, '')
    .replace(/\?.*$/, '');
}
