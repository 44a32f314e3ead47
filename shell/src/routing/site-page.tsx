import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { AppBuild } from '../federation/running.ts';
import { pageFailed, tryAgain } from '../ladder/page-failed.ts';
import { failureOf } from '../pages/failure.ts';
import { PleaseWait } from '../pages/please-wait.tsx';
import { ZoneError } from '../pages/zone-error.tsx';
import type { LoadedPage } from './load-page.ts';
import { PageBoundary } from './page-boundary.tsx';
import { RunningZone } from './running-zone.tsx';
import type { Site } from './site.ts';

interface SitePageProps {
  site: Site;
  page: LoadedPage;
}

/** The page at this address, or a notice in its place. */
export function SitePage({ site, page }: SitePageProps) {
  const broken = (error: unknown) => <BrokenPage site={site} part={page.part} error={error} />;
  return (
    // Another page, or another build of it, starts anew, whatever failed before it.
    <PageBoundary key={page.key} page={page} broken={broken}>
      <Content site={site} page={page} broken={broken} />
    </PageBoundary>
  );
}

function Content({
  site: { recall, running },
  page: { content, part, base },
  broken,
}: SitePageProps & { broken: (error: unknown) => ReactNode }) {
  const graceExpired = useSyncExternalStore(
    recall.onChange,
    () => part !== null && recall.isGraceExpired(part.app, part.build),
  );
  if (content.type === 'shell') return content.element;
  if (content.type === 'failed') return broken(content.error);
  if (graceExpired || part === null) return <PleaseWait />;
  const { Component, build } = content;
  return (
    <RunningZone app={part.app} build={build} base={base} running={running}>
      <Component />
    </RunningZone>
  );
}

/** Where another build takes the place of this one it comes without a word; else a notice stands. */
function BrokenPage({ site, part, error }: { site: Site; part: AppBuild | null; error: unknown }) {
  const { code } = failureOf(error);
  // The others were told of where they happened.
  const broke = part !== null && (code === 'unexpected' || code === 'chunk-missing');
  const [over, setOver] = useState(!broke);
  useLayoutEffect(() => {
    if (broke) setOver(!pageFailed(site, part, error));
  }, [site, part, error, broke]);
  if (!over) return <PleaseWait />;
  return <ZoneError error={error} tryAgain={() => tryAgain(site, part)} />;
}
