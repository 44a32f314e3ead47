import type { ReadBuild } from '../federation/read-builds.ts';
import { findPage } from './find-page.tsx';
import type { Site } from './site.ts';

/**
 * Asks for the attestation of a remote when somebody points at, touches or focuses a link to a page of it, so
 * that it is there when they follow the link: the page has those of its own remote alone.
 */
export function readOnIntent({ release }: Pick<Site, 'release'>, readBuild: ReadBuild): void {
  for (const sign of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(sign, read, { capture: true, passive: true });
  }

  function read({ target }: Event): void {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin) return;
    const { source } = findPage(release.state().goal, link.pathname);
    // A failure is told where the page is loaded.
    if ('remote' in source) readBuild(source.remote).catch(() => {});
  }
}
