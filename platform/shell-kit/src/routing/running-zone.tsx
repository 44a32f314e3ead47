import { type ReactNode, useInsertionEffect, useLayoutEffect, useState } from 'react';
import { showStyles } from '../federation/shown-styles.ts';
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
  useInsertionEffect(() => showStyles(base), [base]);
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
