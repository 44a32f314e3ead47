/** Hashes (`sha384-…`) of files, by path. */
export type Files = Readonly<Record<string, string>>;

/** A page, and the policies without which it must not be shown. */
export interface PolicedPage {
  html: string;
  /** Its Content-Security-Policy. */
  policy: string;
  /** What is reported alone, another such policy; absent: nothing. */
  reportOnly?: string | undefined;
}

/** What a browser caches: one page that serves all addresses of a release, and what says what it may load. */
export interface CachedPage extends PolicedPage {
  /** Hash (`sha384-…`) of each file that every page of this release loads, by its path on the site. */
  files: Files;
  /** Builds that may come to run. */
  builds: readonly CachedBuild[];
}

/** One build of a release, as far as a browser decides whether to cache it. */
export interface CachedBuild {
  app: string;
  build: string;
  /** Bytes of its files, before compression. */
  bytes: number;
  /** Where a remote's attestation is, which states its files, and the hash of the attestation. */
  attestation?: { path: string; hash: string };
  /** It runs only where the released build does not work. */
  fallback?: boolean;
}

/** What a page has inlined. Two pages that inline the same come from the same release. */
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
export function mayRun(
  { builds }: { builds: readonly Pick<CachedBuild, 'app' | 'build'>[] },
  { app, build }: Pick<CachedBuild, 'app' | 'build'>,
): boolean {
  return builds.some((named) => named.app === app && named.build === build);
}

/** The page with the attribute by which the shell knows that it came from the cache. */
export function markAsCached(html: string): string {
  return html.replace('<html ', '<html data-kept ');
}

/** Where a policy has the nonce of its answer. Without one, browsers ignore this source. */
export const nonceSource = "'nonce-'";

/** Whether a page gets a nonce with each answer. */
export const hasNonce = ({ policy, reportOnly = policy }: Omit<PolicedPage, 'html'>): boolean =>
  reportOnly.includes(nonceSource);

/**
 * The page with a nonce of one answer alone, if its policy has a place for one. No markup in a page can guess it, and
 * browsers hide the attribute from styles. A cache keeps both in one answer.
 *
 * @param nonce as Base64 writes it
 */
export function withNonce<Page extends PolicedPage>(page: Page, nonce: string): Page {
  if (!hasNonce(page)) return page;
  const filled = (policy: string) => policy.replace(nonceSource, `'nonce-${nonce}'`);
  return {
    ...page,
    html: page.html.replace('<html ', `<html nonce="${nonce}" `),
    policy: filled(page.policy),
    ...(page.reportOnly !== undefined && { reportOnly: filled(page.reportOnly) }),
  };
}

/** The headers of a page that say its policies. */
export function policyHeaders({ policy, reportOnly }: Omit<PolicedPage, 'html'>) {
  return {
    'content-security-policy': policy,
    ...(reportOnly !== undefined && { 'content-security-policy-report-only': reportOnly }),
  };
}

function jsonIn(html: string, id: string): string {
  const start = `<script type="application/json" id="${id}">`;
  const from = html.indexOf(start);
  return from < 0 ? '' : html.slice(from + start.length, html.indexOf('</script>', from));
}

/** The files of an artifact that pages load, by their paths on the site; `base`: that of the artifact. */
export function pageFiles(base: string, files: Files): Files {
  const loaded = Object.entries(files).filter(([path]) => isPageFile(path));
  return Object.fromEntries(loaded.map(([path, hash]) => [base + path, hash]));
}

/** Whether a page may load a file: not what describes a build, helps to read its code, or renders it on a server. */
export function isPageFile(path: string): boolean {
  return !/\.map$|^server\/|^(?:contract|entry|mf-manifest|mf-stats)\.json$/.test(path);
}
