import { type ReactNode, useInsertionEffect, useLayoutEffect, useState } from 'react';
import type { Releases } from '../release/releases.ts';

interface RunningZoneProps {
  app: string;
  /** What the running code says of itself. */
  build: string;
  base: string;
  release: Pick<Releases, 'dispatch' | 'starting'>;
  /** Whether it is the page, or a widget that another one shows. */
  as: 'page' | 'widget';
  children: ReactNode;
}

/** Wraps what a remote shows and says which build it is, in the page and to those who count builds. */
export function RunningZone({ app, build, base, release, as, children }: RunningZoneProps) {
  // Before anything of it is drawn: it may never come to an end.
  useState(() => release.starting({ app, build }));
  // Before the first layout of what is new here.
  useInsertionEffect(() => activateStylesheets(base), [base]);
  useLayoutEffect(() => keepStylesheetsActive(base), [base]);
  useLayoutEffect(() => {
    const mounted = { app, build };
    const isPage = as === 'page';
    release.dispatch({ type: isPage ? 'mounted' : 'widget-mounted', build: mounted });
    return () =>
      release.dispatch({ type: isPage ? 'unmounted' : 'widget-unmounted', build: mounted });
  }, [app, build, release, as]);
  return (
    <div data-part={app} data-build={build}>
      {children}
    </div>
  );
}

/**
 * Lets the stylesheets of one build of an app count, and those of its other builds not. `base` is
 * the path of the build's artifact, below which its stylesheets lie.
 */
export function activateStylesheets(base: string): void {
  const builds = base.slice(0, base.lastIndexOf('/', base.length - 2) + 1);
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const { pathname } = new URL(link.href, document.baseURI);
    if (link.sheet === null || !pathname.startsWith(builds)) continue;
    // The sheet is disabled and not the link, which would fetch the sheet again when it is enabled.
    link.sheet.disabled = !pathname.startsWith(base);
    // Bundlers put app and chunk into data attributes, by which the runtime of another build would take this
    // stylesheet for its own. Its own runtime knows by now that it has come.
    for (const name of Object.keys(link.dataset)) delete link.dataset[name];
  }
}

/**
 * As long as the caller's build is shown, a stylesheet that arrives late is looked at too. Returns
 * how to stop.
 */
export function keepStylesheetsActive(base: string): () => void {
  activateStylesheets(base);
  const look = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) activateStylesheets(base);
  };
  // `load` does not bubble.
  document.head.addEventListener('load', look, true);
  return () => document.head.removeEventListener('load', look, true);
}
