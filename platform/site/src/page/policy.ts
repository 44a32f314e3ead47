import { nothingPolicy } from '@tallystick/guard/safe-headers';
import type { Openings } from '../definition/openings.ts';
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
 * Content-Security-Policy of a page: its own files, and calls to the hosts that the site names and to API hosts of
 * remotes.
 */
function contentSecurityPolicy(
  { site: { connect = [], openings }, configuration, siteUrl, release, rendered }: PageParts,
  hashes: Hashes,
): string[] {
  const { files } = release.shell.artifact;
  const { frames = [], media = [] } = openings;
  const artifacts = `${siteUrl}/artifacts/`;
  return [
    "default-src 'none'",
    listed("script-src 'self'", hashes.scripts.map(quoted), openings.wasm && "'wasm-unsafe-eval'"),
    listed("style-src 'self'", hashes.styles.map(quoted), openings.injectedStyles && nonceSource),
    listed("img-src 'self' data:", openings.pictures ?? []),
    // Not each build by its folder: with fifty remotes that would be longer than the page.
    listed(`font-src ${artifacts}`, [], openings.dataFonts && 'data:'),
    // A worker gets the policy that its script is sent with: it computes, and asks nobody. A build's file is
    // never sent as a service worker, which would stay when the build is gone. One of a `blob:` has the page's policy.
    listed(
      `worker-src ${artifacts}`,
      configuration.keeper === true ? [`${siteUrl}/keeper.js`] : [],
      openings.blobWorkers && 'blob:',
    ),
    listed("connect-src 'self'", [...connect, ...release.origins]),
    ...(frames.length === 0 ? [] : [listed('frame-src', frames)]),
    ...(media.length === 0 ? [] : [listed("media-src 'self'", media)]),
    "base-uri 'none'",
    // The search of a page that came with its content works before any script, by a form.
    `form-action ${rendered === null ? "'none'" : "'self'"}`,
    "frame-ancestors 'none'",
    // A shell of before makes no default policy (docs/decisions/0089).
    ...(files['trusted-types.txt'] === undefined ? [] : trustedTypes(openings)),
    // The newer way by an endpoint's name keeps reports for a minute, and not every browser knows it.
    `report-uri ${policyReportsPath}`,
  ];
}

const quoted = (hash: string) => `'${hash}'`;

function listed(
  begin: string,
  sources: readonly string[],
  opening: string | false | undefined = false,
): string {
  return [begin, ...sources, ...(opening === false ? [] : [opening])].join(' ');
}

/** The shell's policy, DOMPurify's, of which several remotes may have a copy each, and those that the site opens. */
function trustedTypes({ policies = [] }: Openings): string[] {
  return [
    "require-trusted-types-for 'script'",
    listed('trusted-types default dompurify', policies, "'allow-duplicates'"),
  ];
}

/** Policy of a page of words alone. */
export const wordsAlone = `${nothingPolicy}; base-uri 'none'; form-action 'none'; sandbox`;

/** Policy of a page with one form, which goes to this site. */
export const ownForm = `${nothingPolicy}; base-uri 'none'; form-action 'self'`;

/** Policy of a build's file that a browser would show by itself, such as a picture: it may do nothing. */
export const nothingAllowed =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
