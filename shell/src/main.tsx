import '@tallystick/ui/tokens.css';
// Styles of the late chunks, so that these are scripts alone: one that failed can be tried again.
import './notices/notices.module.css';
import './preview/preview-banner.module.css';
import './search/suggestions.module.css';
import { readRelease } from '@tallystick/contract/read-release';
import type { LoadableBuild, ReleaseDocument } from '@tallystick/contract/release';
import { startSession } from '@tallystick/shared/session';
import { afterFirstContent } from '@tallystick/shell-kit/first-content';
import { startTheme } from '@tallystick/ui/theme';
import { createBrowserRouter } from 'react-router-dom';
import { createEarlierReact } from './earlier-react/earlier-react.ts';
import { createBuilds } from './federation/builds.ts';
import { createModuleLoader } from './federation/load-module.ts';
import { createBuildReader, readInlinedBuilds, withWhole } from './federation/read-builds.ts';
import { shellBuild } from './federation/shell-build.ts';
import { watchFields } from './fields/fields.ts';
import { fixGlobals } from './fixed-globals.ts';
import { showNotStarted } from './not-started.ts';
import { keepTrying } from './release/keep-trying.ts';
import { noteError, takeError } from './release/page-failed.ts';
import { takePageTicket } from './release/page-ticket.ts';
import { createReleaseMachine, type ReleaseMachine } from './release/release-machine.ts';
import { readReloadedFor } from './release/reloaded-for.ts';
import { openSigned } from './release/signed-release.ts';
import { endMarks, readBroken } from './release/starting.ts';
import { loadOnIntent } from './routing/load-on-intent.ts';
import { createPagesAhead } from './routing/pages-ahead.ts';
import { createPagesLeft } from './routing/pages-left.ts';
import type { Site } from './routing/site.ts';
import { siteRoutes } from './routing/site-routes.tsx';
import { showSite } from './show-site.tsx';

fixGlobals();
startTheme();
document.documentElement.dataset.build = shellBuild;
const ready = startSession();
const ticket = takePageTicket();
addEventListener('pagehide', endMarks);
// What was not signed by the registry is not begun with; the page has words for that.
Promise.all([
  readRelease(inlined('release'), openSigned),
  readInlinedBuilds(inlined('builds'), openSigned),
]).then(start, (error) => {
  console.error('The page was not started.', error);
  // Also where it was rendered: nothing says that the rest of it is what was released.
  document.getElementById('root')?.replaceChildren();
  showNotStarted();
  // Or the browser's cache would keep what came, and give it again to who loads the page again.
  void fetch(location.href, { cache: 'reload' });
});

/** JSON that stands in the page. */
function inlined(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

async function start([stated, known]: [ReleaseDocument, LoadableBuild[]]): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element.');
  const served = withWhole(stated, known);
  const readBuild = createBuildReader(known, openSigned);
  const fields = watchFields();
  const { before: broken, now: endedIn } = readBroken();
  const release: ReleaseMachine = createReleaseMachine({
    shell: shellBuild,
    release: served,
    reloadedFor: readReloadedFor(),
    broken,
    endedIn,
    load: (remote) => builds.retry(remote),
  });
  const loadModule = createModuleLoader(createEarlierReact(() => router));
  const builds = createBuilds(async (remote, expose) => {
    const build = await readBuild(remote);
    ticket.beforeCodeOf(remote.name);
    return loadModule(build, expose);
  }, release);
  const [ahead, left] = [createPagesAhead(), createPagesLeft()];
  const site: Site = { builds, release, ready, readBuild, ahead, left };
  let drawn = root.firstChild !== null;
  new MutationObserver((_records, observer) => {
    drawn = true;
    observer.disconnect();
  }).observe(root, { childList: true });
  for (const type of ['error', 'unhandledrejection']) {
    addEventListener(type, (event) => void takeError(site, event, fields.dirty, drawn));
  }
  const { promise: firstLoad, resolve } = Promise.withResolvers<void>();
  const router = createBrowserRouter(siteRoutes(site, resolve));
  loadOnIntent(site);
  await showSite(root, router, firstLoad, (error) => {
    console.error(error);
    noteError(release, error);
  });

  // What the page can do without until it has its content.
  await afterFirstContent();
  if (served.preview !== undefined) {
    const { showPreview } = await keepTrying(() => import('./preview/show-preview.tsx'));
    showPreview(served.preview);
    return;
  }
  const { startOpenTab } = await keepTrying(() => import('./release/start-open-tab.tsx'));
  startOpenTab(release, fields, ticket);
}
