import { integrityOf } from '@tallystick/contract/file-hashes';
import { within } from '@tallystick/timing/within';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { Site } from '../definition/configure-site.ts';
import type { Head } from '../definition/define-site.ts';
import type { Openings } from '../definition/openings.ts';
import type { PolicedPage } from '../offline-cache/worker/cached-page.ts';
import type { BuildRecord } from '../release/records.ts';
import type { Release, ReleaseNow } from '../release/release.ts';
import { inlineReader, type ReadBody } from './inline-text.ts';
import { filesFollow, readInlinedStyles } from './inlined-styles.ts';
import { needsScript, openingScript } from './opening-files.ts';
import { type FirstScript, type RenderedPage, renderPage } from './page.ts';
import { contentSecurityPolicies } from './policy.ts';
import { moduleHashes, remoteFiles, shellFiles } from './preloads.ts';
import type { ServedConfiguration } from './served-configuration.ts';
import { startShell } from './start-shell.ts';
import { giveStyles, renameStyles } from './style-attributes.ts';

/** Milliseconds that a page waits for a file that is to stand in it: the browser can ask for it. */
const maxWaitMs = 2_000;

export interface MadePage extends PolicedPage {
  /** False: something that was to stand in it could not be read, so that the next one is better. */
  isWhole: boolean;
}

export type MakePage = ReturnType<typeof pageMaker>;

/**
 * Makes the HTML of the pages that the remote `owner` brings; null: no remote does.
 *
 * @param siteUrl origin by which browsers reach the site
 */
export function pageMaker(
  site: Pick<Site, 'names' | 'connect' | 'openings'>,
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
    const first = await readFirstScripts(read, release, site.openings);
    const shell = shellFiles(release, site.openings);
    const remote = remoteFiles(owner, release);
    const files = rendered === null ? [] : [...shell.styles, ...remote.allStyles];
    const inlined = await readInlinedStyles(read, files);
    const importMap = moduleHashes(release);
    const hashes = {
      scripts: [
        ...(importMap === null ? [] : [integrityOf(Buffer.from(importMap))]),
        ...first.flatMap(({ text, integrity }) => (text === null ? [] : [integrity])),
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
    return { html: renderPage(parts), isWhole, ...contentSecurityPolicies(parts, hashes) };
  };
}

/** Not what would end a script that stands in a page, or not begin it. */
const readInline = inlineReader(/<\/script|<!--/i);

/**
 * The scripts of the shell that come first, as far as it has them. They are inlined: as files of their own, they
 * would block painting while they do not arrive, and nothing could say so.
 */
async function readFirstScripts(
  read: ReadBody,
  { shell }: Release,
  openings: Openings,
): Promise<FirstScript[]> {
  const paths = [...(needsScript(openings) ? [openingScript] : []), 'first.js'];
  const scripts: FirstScript[] = [];
  for (const path of paths) {
    const integrity = shell.artifact.files[path];
    if (integrity === undefined) continue;
    scripts.push({ path, integrity, text: await readInline(read, shell, path) });
  }
  return scripts;
}
