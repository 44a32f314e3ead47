import { plainAddresses } from '@tallystick/contract/path-pattern';
import { asOwnWork } from '@tallystick/guard/caller';
import type { SiteApi } from '../definition/define-site.ts';
import type { ServedConfiguration } from '../page/served-configuration.ts';
import type { Releases } from '../release/releases.ts';
import { findBuildSandbox } from './build-process.ts';
import { openEarlyEnd } from './early-end.ts';
import { openRenderedPages, type RenderedPagesOptions } from './rendered-pages.ts';
import { openRenderer, type RenderLimits } from './renderer.ts';

export interface RenderingOptions
  extends Omit<RenderedPagesOptions, 'renderer' | 'freshMs'>,
    RenderLimits {
  readonly configuration: ServedConfiguration;
  /** The API whose calls pages may make; absent: none. */
  readonly api: SiteApi | undefined;
  readonly releases: Pick<Releases, 'get'>;
  /** For the file by which the next start knows whether this one ended early. */
  readonly dataFolder: string;
}

/**
 * Renders the site's pages. Each two builds have a sandbox, which begins with the first of their pages. Undefined, with a
 * line in the log, where this machine has no sandbox: browsers draw the pages.
 */
export async function openRendering({
  configuration,
  api,
  releases,
  dataFolder,
  ...options
}: RenderingOptions) {
  const sandbox = await findBuildSandbox();
  if (sandbox.kind === 'none') {
    options.log(
      `Pages are not rendered here, browsers draw them: there is no sandbox for the code of builds (${sandbox.problem}). docs/isolation.md says what it needs; SERVER_RENDERING=off says that it is not wanted.`,
    );
    return undefined;
  }
  const earlyEnd = await openEarlyEnd(dataFolder);
  const renderer = openRenderer({ configuration, api, sandbox, ...options });
  const render = openRenderedPages({ renderer, freshMs: api?.freshMs, ...options });
  return {
    render,
    /**
     * Renders a page of each remote of the newest revision, so that no visitor waits for a build to begin. Renders none
     * after a start that ended early: one of these builds may have ended it.
     */
    async renderAhead() {
      if (earlyEnd.hasEndedEarly()) {
        options.log('No page is rendered ahead: the last start of the site server ended early.');
        return;
      }
      const release = (await releases.get()).value?.forBrowser(null);
      for (const { name, declaration } of release?.document.remotes ?? []) {
        const [address] = plainAddresses(declaration.routes);
        if (release === undefined || address === undefined) continue;
        const page = { owner: name, release, address };
        await asOwnWork(() => render(page));
      }
    },
    async close() {
      renderer.close();
      await earlyEnd.close();
    },
  };
}
