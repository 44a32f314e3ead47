import { openedPolicy } from '@tallystick/contract/policy/opened-policy';
import { nothingPolicy } from '@tallystick/guard/safe-headers';
import { openingTextsOf } from '../definition/openings.ts';
import { nonceSource, type PolicedPage } from '../offline-cache/worker/cached-page.ts';
import { policyReportsPath } from '../policy/policy-reports.ts';
import type { PageParts } from './page.ts';

/** Hashes of what stands in a page itself, as `sha384-…`. */
type Hashes = Readonly<Record<'scripts' | 'styles', readonly string[]>>;

/**
 * The policies of a page. What a site's openings say is added to what every page may do. Where the site asks for
 * reports alone, styles and markup are not refused; scripts and hosts are.
 */
export function contentSecurityPolicies(
  parts: PageParts,
  hashes: Hashes,
): Omit<PolicedPage, 'html'> {
  const policy = contentSecurityPolicy(parts, hashes);
  if (parts.site.openings.reportOnly !== true) return { policy: policy.join('; ') };
  const enforced = policy
    .filter((directive) => !/trusted-types/.test(directive))
    // Beside a hash or a nonce browsers ignore it.
    .map((directive) => (/^style-src /.test(directive) ? moveInStyles : directive));
  return { policy: enforced.join('; '), reportOnly: policy.join('; ') };
}

const moveInStyles = "style-src 'self' 'unsafe-inline'";

/**
 * Content-Security-Policy of a page: its own files, and calls to the hosts that the site names. What the site opens, or
 * a manager has approved for a remote, is added.
 */
function contentSecurityPolicy(
  { site: { connect = [], openings }, configuration, siteUrl, release, rendered }: PageParts,
  hashes: Hashes,
): string[] {
  const { files } = release.shell.artifact;
  const artifacts = `${siteUrl}/artifacts/`;
  const strict = [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.scripts.map(quoted)].join(' '),
    [
      "style-src 'self'",
      ...hashes.styles.map(quoted),
      ...(openings.injectedStyles === true ? [nonceSource] : []),
    ].join(' '),
    "img-src 'self' data:",
    // Not each build by its folder: with fifty remotes that would be longer than the page.
    `font-src ${artifacts}`,
    // A worker gets the policy that its script is sent with: it computes, and asks nobody. A build's file is
    // never sent as a service worker, which would stay when the build is gone. One of a `blob:` has the page's policy.
    `worker-src ${artifacts}${configuration.keeper === true ? ` ${siteUrl}/keeper.js` : ''}`,
    ["connect-src 'self'", ...connect].join(' '),
    "base-uri 'none'",
    // The search of a page that came with its content works before any script, by a form.
    `form-action ${rendered === null ? "'none'" : "'self'"}`,
    "frame-ancestors 'none'",
    // A shell of before makes no default policy (docs/decisions/0089).
    ...(files['trusted-types.txt'] === undefined ? [] : trustedTypes),
    // The newer way by an endpoint's name keeps reports for a minute, and not every browser knows it.
    `report-uri ${policyReportsPath}`,
  ];
  return openedPolicy(strict, [...openingTextsOf(openings), ...release.approved]);
}

const quoted = (hash: string) => `'${hash}'`;

/** The shell's policy; several remotes may make one of the same name each. */
const trustedTypes = [
  "require-trusted-types-for 'script'",
  "trusted-types default 'allow-duplicates'",
];

/** Policy of a page of words alone. */
export const wordsAlone = `${nothingPolicy}; base-uri 'none'; form-action 'none'; sandbox`;

/** Policy of a page with one form, which goes to this site. */
export const ownForm = `${nothingPolicy}; base-uri 'none'; form-action 'self'`;

/** Policy of a build's file that a browser would show by itself, such as a picture: it may do nothing. */
export const nothingAllowed =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
