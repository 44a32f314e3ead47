import { nothingPolicy } from '@tallystick/guard/safe-headers';
import { policyReportsPath } from '../policy/policy-reports.ts';
import type { PageParts } from './page.ts';

/**
 * Content-Security-Policy of a page: its own files, and calls to the hosts that the site names and to API hosts of
 * remotes.
 *
 * @param hashes of what stands in the page itself, as `sha384-…`
 */
export function contentSecurityPolicy(
  { site: { connect = [] }, configuration, siteUrl, release, rendered }: PageParts,
  hashes: Readonly<Record<'scripts' | 'styles', readonly string[]>>,
): string {
  const { files } = release.shell.artifact;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.scripts.map((hash) => `'${hash}'`)].join(' '),
    ["style-src 'self'", ...hashes.styles.map((hash) => `'${hash}'`)].join(' '),
    "img-src 'self' data:",
    // Not each build by its folder: with fifty remotes that would be longer than the page.
    `font-src ${siteUrl}/artifacts/`,
    // A worker gets the policy that its script is sent with: it computes, and asks nobody. A build's file is
    // never sent as a service worker, which would stay when the build is gone.
    `worker-src ${siteUrl}/artifacts/${configuration.keeper === true ? ` ${siteUrl}/keeper.js` : ''}`,
    ["connect-src 'self'", ...connect, ...release.origins].join(' '),
    "base-uri 'none'",
    // The search of a page that came with its content works before any script, by a form.
    `form-action ${rendered === null ? "'none'" : "'self'"}`,
    "frame-ancestors 'none'",
    // A shell of before makes no default policy (docs/decisions/0089).
    ...(files['trusted-types.txt'] === undefined ? [] : trustedTypes),
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
