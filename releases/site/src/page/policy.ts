import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import { nothingPolicy } from '@tallystick/shared/http/safe-headers';
import { policyReportsPath } from '../policy/policy-reports.ts';

/**
 * Content-Security-Policy of a page: its own files, and calls to the services of its configuration.
 *
 * @param siteUrl origin by which browsers reach the site
 * @param inline hashes of the scripts that stand in the page itself, as `sha384-…`
 */
export function contentSecurityPolicy(
  site: SiteConfiguration,
  siteUrl: string,
  inline: readonly string[],
): string {
  const identity =
    site.identity.emulatorUrl === undefined
      ? 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'
      : site.identity.emulatorUrl;
  const { syncUrl } = site.identity;
  const sync = syncUrl === undefined ? '' : ` ${new URL(syncUrl).origin}`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    // A worker of a build would stay registered after the build is gone.
    `worker-src ${site.keeper === true ? `${siteUrl}/keeper.js` : "'none'"}`,
    `connect-src 'self' ${site.ledgerUrl} ${identity}${sync}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // The newer way by an endpoint's name keeps reports for a minute, and not every browser knows it.
    `report-uri ${policyReportsPath}`,
  ].join('; ');
}

/** Policy of a page of words alone. */
export const wordsAlone = `${nothingPolicy}; base-uri 'none'; form-action 'none'; sandbox`;

/** Policy of a page with one form, which goes to this site. */
export const ownForm = `${nothingPolicy}; base-uri 'none'; form-action 'self'`;

/** Policy of a build's file that a browser would show by itself, such as a picture: it may do nothing. */
export const nothingAllowed =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
