import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import { nothingPolicy } from '@tallystick/shared/http/safe-headers';
import { policyReportsPath } from '../policy/policy-reports.ts';
import type { BuildRecord } from '../release/records.ts';

/** A page, as far as its policy depends on it. */
export interface PolicyOf {
  readonly site: SiteConfiguration;
  /** Origin by which browsers reach the site. */
  readonly siteUrl: string;
  /** Of what stands in the page itself, as `sha384-…`. */
  readonly hashes: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
  /** It makes the default policy of Trusted Types, or is of before (docs/decisions/0089). */
  readonly shell: BuildRecord;
  /** API hosts that a manager has approved. */
  readonly origins: readonly string[];
  /** Whether its content came with it, so that its search works before any script, by a form. */
  readonly isRendered: boolean;
}

/**
 * Content-Security-Policy of a page: its own files, and calls to the services of its configuration and to
 * API hosts of remotes.
 */
export function contentSecurityPolicy({
  site,
  siteUrl,
  hashes,
  shell: { artifact },
  origins,
  isRendered,
}: PolicyOf): string {
  const identity =
    site.identity.emulatorUrl === undefined
      ? 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'
      : site.identity.emulatorUrl;
  const { syncUrl } = site.identity;
  const sync = syncUrl === undefined ? '' : ` ${new URL(syncUrl).origin}`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.scripts.map((hash) => `'${hash}'`)].join(' '),
    ["style-src 'self'", ...hashes.styles.map((hash) => `'${hash}'`)].join(' '),
    "img-src 'self' data:",
    // Not each build by its folder: with fifty remotes that would be longer than the page.
    `font-src ${siteUrl}/artifacts/`,
    // A worker gets the policy that its script is sent with: it computes, and asks nobody. A build's file is
    // never sent as a service worker, which would stay when the build is gone.
    `worker-src ${siteUrl}/artifacts/${site.keeper === true ? ` ${siteUrl}/keeper.js` : ''}`,
    ["connect-src 'self'", site.ledgerUrl, `${identity}${sync}`, ...origins].join(' '),
    "base-uri 'none'",
    `form-action ${isRendered ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
    ...(artifact.files['trusted-types.txt'] === undefined ? [] : trustedTypes),
    // The newer way by an endpoint's name keeps reports for a minute, and not every browser knows it.
    `report-uri ${policyReportsPath}`,
  ].join('; ');
}

/** The shell's policy, and DOMPurify's, of which several remotes may have a copy each. */
const trustedTypes = [
  "require-trusted-types-for 'script'",
  "trusted-types default dompurify 'allow-duplicates'",
];

/** Policy of a page of words alone. */
export const wordsAlone = `${nothingPolicy}; base-uri 'none'; form-action 'none'; sandbox`;

/** Policy of a page with one form, which goes to this site. */
export const ownForm = `${nothingPolicy}; base-uri 'none'; form-action 'self'`;

/** Policy of a build's file that a browser would show by itself, such as a picture: it may do nothing. */
export const nothingAllowed =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
