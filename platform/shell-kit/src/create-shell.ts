import type { LoadableBuild, ReleaseDocument } from '@tallystick/contract/release';
import { createBrowserRouter } from 'react-router-dom';
import { inlined } from './configuration/page-configuration.ts';
import type { EarlierReactParts } from './earlier-react/earlier-code.ts';
import { createEarlierReact, noEarlierReact } from './earlier-react/earlier-react.ts';
import { createBuilds } from './federation/builds.ts';
import { createModuleLoader } from './federation/load-module.ts';
import { createBuildReader, readInlinedBuilds, withWhole } from './federation/read-builds.ts';
import { shellBuild } from './release/build.ts';
import { openReleases } from './release/open-releases.ts';
import { type PageTicket, takePageTicket } from './release/page-ticket.ts';
import { type ProofDemand, type ProvenReading, readProven } from './release/proven-builds.ts';
import { loadOnIntent } from './routing/load-on-intent.ts';
import { createPagesAhead } from './routing/pages-ahead.ts';
import { createPagesLeft } from './routing/pages-left.ts';
import type { Site } from './routing/site.ts';
import { siteRoutes } from './routing/site-routes.tsx';
import type { Shell } from './shell.ts';
import { fixGlobals } from './start/fixed-globals.ts';
import { showNotStarted } from './start/not-started.ts';
import { showSite } from './start/show-site.tsx';

/** A shell in a browser. */
export interface ShellParts extends Shell {
  /** Resolves when it is known who is signed in: no page has content before; absent: the site has no sign-in. */
  readonly ready?: Promise<void>;
  /** Whether this visitor sees what the site server took for granted as it rendered the page; absent: all do. */
  readonly isUsual?: () => boolean;
  /** React of the major before the page's, for builds that need it; absent: such builds cannot be loaded. */
  readonly earlierReact?: EarlierReactParts;
  /** Which proofs it demands that what it runs is in the log of releases; absent: all. */
  readonly proofs?: ProofDemand;
}

/**
 * Starts a site's shell in the page that the site server has sent. It loads the release's builds,
 * shows the page at this address, and follows what is released from then on.
 */
export function createShell({ proofs = 'required', ...parts }: ShellParts): void {
  fixGlobals();
  document.documentElement.dataset.build = shellBuild;
  const ticket = takePageTicket();
  // What the registry has not signed, or is not in its log, does not run; the page says so.
  const read = readProven(proofs);
  readPage(read).then(
    ([release, builds]) => start(parts, ticket, read, release, builds),
    (error) => {
      console.error('The page was not started.', error);
      // A rendered page goes, too: nothing says that the rest of it is what was released.
      document.getElementById('root')?.replaceChildren();
      showNotStarted(parts.texts);
      // Replaces what the browser's cache has of this address: a reload would else get the same page.
      void fetch(location.href, { cache: 'reload' });
    },
  );
}

/** Side by side: each build brings its own proof. */
function readPage(read: ProvenReading): Promise<[ReleaseDocument, LoadableBuild[]]> {
  return Promise.all([
    read.release(inlined('release')),
    readInlinedBuilds(inlined('builds'), read.build),
  ]);
}

async function start(
  {
    ready = Promise.resolve(),
    isUsual = () => true,
    earlierReact,
    ...shell
  }: Omit<ShellParts, 'proofs'>,
  ticket: PageTicket,
  read: ProvenReading,
  stated: ReleaseDocument,
  known: LoadableBuild[],
): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element.');
  const { releases, watchErrors, follow } = openReleases({
    release: withWhole(stated, known),
    load: (remote) => builds.retry(remote),
    read: read.release,
  });
  const readBuild = createBuildReader(known, read.build);
  const earlier = earlierReact ? createEarlierReact(earlierReact, () => router) : noEarlierReact;
  const loadModule = createModuleLoader(earlier);
  const builds = createBuilds(async (remote, expose) => {
    const build = await readBuild(remote);
    ticket.beforeCodeOf(remote.name);
    return loadModule(build, expose);
  }, releases);
  const [ahead, left] = [createPagesAhead(), createPagesLeft()];
  const site: Site = { shell, builds, release: releases, ready, readBuild, ahead, left };
  watchErrors(root, builds.settled);
  const { promise: firstLoad, resolve } = Promise.withResolvers<void>();
  const router = createBrowserRouter(siteRoutes(site, resolve));
  loadOnIntent(site);
  await showSite(root, router, firstLoad, isUsual, (error, { componentStack }) => {
    console.error(error);
    releases.noteError(error, { components: componentStack });
  });
  await follow(ticket, site, earlier);
}
