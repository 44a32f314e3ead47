/** What a browser caches: one page that serves all addresses of a release, and all it may load. */
export interface CachedPage {
  html: string;
  /** Its Content-Security-Policy. */
  policy: string;
  /** Hash (`sha384-…`) of each file that a page of this release may load, by its path on the site. */
  files: Readonly<Record<string, string>>;
  /** Builds that may come to run. */
  builds: readonly { app: string; build: string }[];
}

/** What a page has inlined; two pages that inline the same are of the same release. */
export interface Inlined {
  /** The release document, as it stands in the page. */
  release: string;
  /** The site's configuration, likewise. */
  configuration: string;
}

/** The text that the site server signs; the prefix keeps the signature from fitting anything else. */
export function signedText(json: string): string {
  return `tallystick page\n${json}`;
}

export function inlinedIn(html: string): Inlined {
  return {
    release: jsonIn(html, 'release'),
    configuration: jsonIn(html, 'site-configuration'),
  };
}

export function isSame(one: Inlined, other: Inlined): boolean {
  return one.release === other.release && one.configuration === other.configuration;
}

/** Whether a page may come to run a build. */
export function mayRun({ builds }: CachedPage, { app, build }: { app: string; build: string }) {
  return builds.some((named) => named.app === app && named.build === build);
}

/** The page with the attribute by which the shell knows that it came from the cache. */
export function markAsCached(html: string): string {
  return html.replace('<html ', '<html data-kept ');
}

function jsonIn(html: string, id: string): string {
  const start = `<script type="application/json" id="${id}">`;
  const from = html.indexOf(start);
  return from < 0 ? '' : html.slice(from + start.length, html.indexOf('</script>', from));
}
