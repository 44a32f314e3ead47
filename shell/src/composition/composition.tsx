import { WidgetHost } from '@tallystick/shared/composition';
import { type ReactNode, useMemo } from 'react';
import { CompositionContext, type CompositionParts } from './composition-context.ts';
import { SiteWidget } from './site-widget.tsx';

/** Lets what is in it show widgets of remotes, in the builds that this page has. */
export function Composition({
  site,
  release,
  children,
}: CompositionParts & { children: ReactNode }) {
  const parts = useMemo(() => ({ site, release }), [site, release]);
  return (
    <CompositionContext value={parts}>
      <WidgetHost value={SiteWidget}>{children}</WidgetHost>
    </CompositionContext>
  );
}
