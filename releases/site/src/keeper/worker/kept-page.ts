/** What a browser keeps: a page that stands for every page of a release, and all it may load. */
export interface KeptPage {
  html: string;
  /** Its Content-Security-Policy. */
  policy: string;
  /** Hash (`sha384-…`) of each file that a page of this release may load, by its path on the site. */
  files: Readonly<Record<string, string>>;
  /** Builds that may come to run. */
  builds: readonly { app: string; build: string }[];
}

/** What a page has inlined: by this a page that ran is known again. */
export interface Inlined {
  /** The release document, as it stands in the page. */
  release: string;
  /** The site's configuration, likewise. */
  configuration: string;
}

/** What the site server signs of a page's JSON, which is then no signature of anything else. */
export function provenText(json: string): string {
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
export function mayRun({ builds }: KeptPage, { app, build }: { app: string; build: string }) {
  return builds.some((named) => named.app === app && named.build === build);
}

/** The page with the mark by which the shell knows that it was kept. */
export function marked(html: string): string {
  return html.replace('<html ', '<html data-kept ');
}

function jsonIn(html: string, id: string): string {
  const start = `<script type="application/json" id="${id}">`;
  const from = html.indexOf(start);
  return from < 0 ? '' : html.slice(from + start.length, html.indexOf('</script>', from));
}
