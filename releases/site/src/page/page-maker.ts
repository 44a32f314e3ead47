import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { Release } from '../release/release.ts';
import { readFirstScript } from './first-script.ts';
import type { Head } from './head.ts';
import { renderPage } from './page.ts';
import { contentSecurityPolicy } from './policy.ts';

/** A page, and the policy without which it must not be shown, with the API hosts approved now. */
export interface MadePage {
  html: string;
  policyWith(origins: readonly string[]): string;
}

/** Makes the HTML of the pages that the remote `owner` brings; null: no remote does. */
export type MakePage = (owner: string | null, release: Release, head: Head) => Promise<MadePage>;

/** @param siteUrl origin by which browsers reach the site */
export function pageMaker(
  site: SiteConfiguration,
  siteUrl: string,
  bodies: Pick<ArtifactBodies, 'read'>,
): MakePage {
  return async (owner, release, head) => {
    const first = await readFirstScript(bodies, release);
    const inline = first?.text === undefined ? [] : [first.integrity];
    return {
      html: renderPage(owner, release, site, first, head, siteUrl),
      policyWith: (origins) => contentSecurityPolicy(site, siteUrl, inline, origins),
    };
  };
}
