import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Composition } from '../composition/site-widget.tsx';
import { PleaseWait } from '../notices/please-wait.tsx';
import { failureOf, ZoneError } from '../notices/zone-error.tsx';
import type { Build } from '../release/build.ts';
import type { LoadedPage } from './page.ts';
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
      <Content site={site} page={page} />
    </PageBoundary>
  );
}

function Content({ site, page }: SitePageProps) {
  const { release } = site;
  const { content, part, base } = page;
  const hasExpired = () => part !== null && release.hasGraceExpired(part);
  const graceExpired = useSyncExternalStore(release.subscribe, hasExpired, hasExpired);
  const zoneFailed = useCallback(
    (error: unknown) => void (part && release.pageFailed(part, error)),
    [release, part],
  );
  if (content.type === 'shell') return content.element;
  if (content.type === 'failed') {
    return <BrokenPage site={site} part={part} error={content.error} />;
  }
  if (graceExpired || part === null) return <PleaseWait />;
  const { routes, build, Routes } = content;
  const values = page.release.remotes.find(({ name }) => name === part.app)?.values;
  return (
    <RunningZone app={part.app} build={build} base={base} release={release} as="page">
      <Composition site={site} release={page.release} build={part} values={values}>
        <Routes page={page} routes={routes} zoneFailed={zoneFailed} />
      </Composition>
    </RunningZone>
  );
}

/** Waits while another build takes this one's place; shows a notice if none does. */
function BrokenPage({ site, part, error }: { site: Site; part: Build | null; error: unknown }) {
  const { code } = failureOf(error);
  // Other failures were reported where they happened.
  const broke = part !== null && (code === 'unexpected' || code === 'chunk-missing');
  const [isFinal, setFinal] = useState(!broke);
  useLayoutEffect(() => {
    if (broke) setFinal(!site.release.pageFailed(part, error));
  }, [site, part, error, broke]);
  if (!isFinal) return <PleaseWait />;
  return <ZoneError error={error} tryAgain={() => site.release.tryAgain(part, error)} />;
}
