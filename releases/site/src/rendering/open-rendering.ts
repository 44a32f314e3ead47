import { asOwnWork } from '@tallystick/guard/caller';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import type { Releases } from '../release/releases.ts';
import { openRenderedPages, type RenderedPagesOptions } from './rendered-pages.ts';
import { openRenderer, type RenderLimits } from './renderer.ts';

export interface RenderingOptions extends Omit<RenderedPagesOptions, 'renderer'>, RenderLimits {
  readonly configuration: SiteConfiguration;
  readonly releases: Pick<Releases, 'get'>;
}

/** Renders the site's pages, in a process of its own that begins with the first of them. */
export function openRendering({ configuration, releases, ...options }: RenderingOptions) {
  const renderer = openRenderer({ configuration, ...options });
  const render = openRenderedPages({ renderer, ...options });
  return {
    render,
    /** Renders a page of each remote of the newest revision, so that no visitor waits for a build to begin. */
    async renderAhead() {
      const release = (await releases.get()).value?.forBrowser(null);
      for (const { name, declaration } of release?.document.remotes ?? []) {
        const route = declaration.routes.find(({ path }) => !path.includes(':'));
        if (release === undefined || route === undefined) continue;
        const page = { owner: name, release, address: route.path };
        await asOwnWork(() => render(page));
      }
    },
    close: renderer.close,
  };
}
