import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { Release } from '../release/release.ts';
import type { Head } from './head.ts';
import { inlineReader } from './inline-text.ts';
import { filesFollow, readInlinedStyles } from './inlined-styles.ts';
import { type FirstScript, type RenderedPage, renderPage } from './page.ts';
import { contentSecurityPolicy } from './policy.ts';
import { remoteFiles, shellFiles } from './preloads.ts';

/** A page, and the policy without which it must not be shown, with the API hosts approved now. */
export interface MadePage {
  html: string;
  policyWith(origins: readonly string[]): string;
}

/** Makes the HTML of the pages that the remote `owner` brings; null: no remote does. */
export type MakePage = (
  owner: string | null,
  release: Release,
  head: Head,
  /** The page itself, where it was rendered; null: the browser draws it. */
  rendered: RenderedPage | null,
) => Promise<MadePage>;

/** @param siteUrl origin by which browsers reach the site */
export function pageMaker(
  site: SiteConfiguration,
  siteUrl: string,
  bodies: Pick<ArtifactBodies, 'read'>,
): MakePage {
  return async (owner, release, head, rendered) => {
    const first = await readFirstScript(bodies, release);
    const shell = shellFiles(release);
    const remote = remoteFiles(owner, release);
    const files = rendered === null ? [] : [...shell.styles, ...remote.allStyles];
    const inlined = await readInlinedStyles(bodies, files);
    const hashes = {
      scripts: [
        ...(first === undefined || first.text === null ? [] : [first.integrity]),
        ...(inlined.size === 0 ? [] : [filesFollow.integrity]),
      ],
      styles: files.filter(({ href }) => inlined.has(href)).map(({ integrity }) => integrity),
    };
    const parts = { owner, release, site, first, shell, remote, inlined, head, siteUrl, rendered };
    return {
      html: renderPage(parts),
      policyWith: (origins) =>
        contentSecurityPolicy({
          site,
          siteUrl,
          hashes,
          shell: release.shell,
          origins,
          isRendered: rendered !== null,
        }),
    };
  };
}

/** Not what would end a script that stands in a page, or not begin it. */
const readInline = inlineReader(/<\/script|<!--/i);

/**
 * The shell's `first.js`, undefined if it has none. It is inlined: as a file of its own, it
 * would block painting while it does not arrive, and nothing could say so.
 */
async function readFirstScript(
  bodies: Pick<ArtifactBodies, 'read'>,
  { shell }: Release,
): Promise<FirstScript | undefined> {
  const integrity = shell.artifact.files['first.js'];
  if (integrity === undefined) return undefined;
  return { integrity, text: await readInline(bodies, shell, 'first.js') };
}
