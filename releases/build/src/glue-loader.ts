import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ownGlue = fileURLToPath(
  new URL(`./federation-runtime/glue${extname(import.meta.url)}`, import.meta.url),
);

/**
 * Puts our glue in place of the federation plugin's: the module, made by the plugin for each build,
 * that binds its runtime to the bundler's. Why: docs/decisions/0002-federation.md.
 */
// biome-ignore lint/style/noDefaultExport: rspack takes a loader from the default export
export default function replaceGlue(source: string): string {
  return source.startsWith('import __module_federation_bundler_runtime__')
    ? `import ${JSON.stringify(ownGlue)};`
    : source;
}
