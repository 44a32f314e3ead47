import { type ReactNode, useInsertionEffect, useLayoutEffect, useState } from 'react';
import { activateStylesheets, keepStylesheetsActive } from '../federation/stylesheets.ts';
import type { ReleaseMachine } from '../release/release-machine.ts';
import { markStarting } from '../release/starting.ts';

interface RunningZoneProps {
  app: string;
  /** What the running code says of itself. */
  build: string;
  base: string;
  release: Pick<ReleaseMachine, 'dispatch'>;
  children: ReactNode;
}

/** What a remote shows: says which build it is, in the page and to whoever counts. */
export function RunningZone({ app, build, base, release, children }: RunningZoneProps) {
  // Before anything of it is drawn: it may never come to an end.
  useState(() => markStarting({ app, build }));
  // Before the first layout of what is new here.
  useInsertionEffect(() => activateStylesheets(base), [base]);
  useLayoutEffect(() => keepStylesheetsActive(base), [base]);
  useLayoutEffect(() => {
    const mounted = { app, build };
    release.dispatch({ type: 'mounted', build: mounted });
    return () => release.dispatch({ type: 'unmounted', build: mounted });
  }, [app, build, release]);
  return (
    <div data-part={app} data-build={build}>
      {children}
    </div>
  );
}
