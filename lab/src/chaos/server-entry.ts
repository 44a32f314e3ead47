import { serverEntryFile } from '@tallystick/contract/server-entry';
import { newestArtifact, type Variant, variantOf } from '@tallystick/e2e/src/house/variant.ts';

/** A server entry of an app whose every page does the same; `body` is that of an asynchronous function. */
export async function entryOf(app: string, body: string): Promise<string> {
  const { declaration } = await newestArtifact(app);
  const paths = declaration?.routes.map(({ path }) => path) ?? [];
  return `const page = { Component: () => null, loader: async () => { ${body} } };
exports.routes = Object.fromEntries(${JSON.stringify(paths)}.map((path) => [path, page]));`;
}

/** A build of an app with another server entry; `within` and `hash` as for `variantOf`. */
export const withEntry = (
  within: string,
  app: string,
  hash: string,
  entry: string,
): Promise<Variant> =>
  variantOf(within, app, hash, (text, path) => (path === serverEntryFile ? entry : text));

/** The build with which a site server renders a page, as `app@build`; null if the browser draws it. */
export async function renderedBy(url: string): Promise<string | null> {
  const html = await (await fetch(url)).text();
  return /<div id="root" data-rendered="([^"]+)"/.exec(html)?.[1] ?? null;
}
