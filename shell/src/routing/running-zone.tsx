import { type ReactNode, useInsertionEffect, useLayoutEffect, useState } from 'react';
import type { Running } from '../federation/running.ts';
import { activateStylesheets, keepStylesheetsActive } from '../federation/stylesheets.ts';
import { markStarting } from '../ladder/starting.ts';

interface RunningZoneProps {
  app: string;
  /** What the running code says of itself. */
  build: string;
  base: string;
  running: Pick<Running, 'mount'>;
  children: ReactNode;
}

/** What a remote shows: says which build it is, in the page and to whoever counts. */
export function RunningZone({ app, build, base, running, children }: RunningZoneProps) {
  // Before anything of it is drawn: it may never come to an end.
  useState(() => markStarting({ app, build }));
  // Before the first layout of what is new here.
  useInsertionEffect(() => activateStylesheets(base), [base]);
  useLayoutEffect(() => keepStylesheetsActive(base), [base]);
  useLayoutEffect(() => running.mount(app, build), [app, build, running]);
  return (
    <div data-part={app} data-build={build}>
      {children}
    </div>
  );
}
