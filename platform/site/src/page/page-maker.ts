import { integrityOf } from '@tallystick/contract/file-hashes';
import { within } from '@tallystick/timing/within';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { Site } from '../definition/configure-site.ts';
import type { Head } from '../definition/define-site.ts';
import type { BuildRecord } from '../release/records.ts';
import type { Release, ReleaseNow } from '../release/release.ts';
import { inlineReader, type ReadBody } from './inline-text.ts';
import { filesFollow, readInlinedStyles } from './inlined-styles.ts';
import { type FirstScript, type RenderedPage, renderPage } from './page.ts';
import { contentSecurityPolicy } from './policy.ts';
import { moduleHashes, remoteFiles, shellFiles } from './preloads.ts';
import type { ServedConfiguration } from './served-configuration.ts';
import { startShell } from './start-shell.ts';
import { giveStyles, renameStyles } from './style-attributes.ts';

/** Milliseconds that a page waits for a file that is to stand in it: the browser can ask for it. */
const maxWaitMs = 2_000;

/** A page, and the policy without which it must not be shown. */
export interface MadePage {
  html: string;
  /** False: something that was to stand in it could not be read, so that the next one is better. */
  isWhole: boolean;
  policy: string;
}

export type MakePage = ReturnType<typeof pageMaker>;

/**
 * Makes the HTML of the pages that the remote `owner` brings; null: no remote does.
 *
 * @param siteUrl origin by which browsers reach the site
 */
export function pageMaker(
  site: Pick<Site, 'names' | 'connect'>,
  configuration: ServedConfiguration,
  siteUrl: string,
  bodies: Pick<ArtifactBodies, 'read'>,
) {
  return async (
    owner: string | null,
    release: ReleaseNow,
    head: Head,
    drawn: RenderedPage | null,
  ): Promise<MadePage> => {
    const rendered = drawn && { ...drawn, html: renameStyles(drawn.html) };
    let isWhole = true;
    const read = async (record: BuildRecord, path: string) => {
      // Who does not answer is waited for once in a page.
      if (!isWhole) return null;
      return await within(maxWaitMs, bodies.read(record, path)).catch(() => {
        isWhole = false;
        return null;
      });
    };
    const first = await readFirstScript(read, release);
    const shell = shellFiles(release);
    const remote = remoteFiles(owner, release);
    const files = rendered === null ? [] : [...shell.styles, ...remote.allStyles];
    const inlined = await readInlinedStyles(read, files);
    const importMap = moduleHashes(release);
    const hashes = {
      scripts: [
        ...(importMap === null ? [] : [integrityOf(Buffer.from(importMap))]),
        ...(first === undefined || first.text === null ? [] : [first.integrity]),
        ...(inlined.size === 0 ? [] : [filesFollow.integrity]),
        ...(rendered === null ? [] : [startShell.integrity]),
        ...(rendered?.html === drawn?.html ? [] : [giveStyles.integrity]),
      ],
      styles: files.filter(({ href }) => inlined.has(href)).map(({ integrity }) => integrity),
    };
    const parts = {
      ...{ owner, release, site, configuration, first, shell, remote, inlined, importMap, head },
      ...{ siteUrl, rendered, hasStyles: rendered?.html !== drawn?.html },
    };
    return {
      html: renderPage(parts),
      isWhole,
      policy: contentSecurityPolicy(parts, hashes),
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
  read: ReadBody,
  { shell }: Release,
): Promise<FirstScript | undefined> {
  const integrity = shell.artifact.files['first.js'];
  if (integrity === undefined) return undefined;
  return { integrity, text: await readInline(read, shell, 'first.js') };
}
