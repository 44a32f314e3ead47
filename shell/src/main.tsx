import '@tallystick/shared/styles/tokens.css';
// Styles of the late chunks, so that these are scripts alone: one that failed can be tried again.
import './notices/notices.module.css';
import './preview/preview-banner.module.css';
import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { afterFirstContent, noteFirstContent } from '@tallystick/shared/late/first-content';
import { createBrowserRouter, RouterProvider } from '@tallystick/shared/router';
import { startSession } from '@tallystick/shared/session';
import { createRoot } from 'react-dom/client';
import { createBuilds } from './federation/builds.ts';
import { loadModule } from './federation/container.ts';
import { createRecall } from './federation/recall.ts';
import { createRunning } from './federation/running.ts';
import { shellBuild } from './federation/shell-build.ts';
import { watchFields } from './fields/fields.ts';
import { createLadderDoor } from './ladder/door.ts';
import { isMarked, markStarting } from './ladder/mark.ts';
import { keepTrying } from './open-tab/keep-trying.ts';
import { readSignedRelease } from './release/signed-release.ts';
import { releaseRoutes } from './routing/release-routes.ts';
import type { SiteParts } from './routing/site-parts.ts';
import { startTheme } from './theme/theme.ts';

startTheme();
document.documentElement.dataset.build = shellBuild;
const ready = startSession();
/** Errors that nobody caught, until there is somebody who looks for whose they are. */
const errors: Event[] = [];
let heard = (event: Event): void => void errors.push(event);
for (const type of ['error', 'unhandledrejection']) addEventListener(type, (event) => heard(event));
addEventListener('pagehide', () => markStarting(null));
// What was not signed by the registry is not begun with; the page has words for that.
readSignedRelease(document.getElementById('release')?.textContent ?? '').then(start, (error) => {
  console.error('The page was not started.', error);
  document.getElementById('not-loaded')?.removeAttribute('hidden');
  // Or the browser's cache would keep what came, and give it again to who loads the page again.
  void fetch(location.href, { cache: 'reload' });
});

async function start(release: ReleaseDocument): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element.');
  const fields = watchFields();
  const running = createRunning();
  const recall = createRecall();
  const ladder = createLadderDoor(running, async () =>
    (await import('./ladder/late.ts')).openLadder(release.remotes, running, recall),
  );
  // Where a build took the last page of this tab with it, this one does not begin with it.
  if (isMarked()) await ladder.ready();
  const site: SiteParts = {
    builds: createBuilds(loadModule, ladder),
    running,
    recall,
    ladder,
    ready,
    pages: new Map(),
    attempt: 0,
    renew() {
      router._internalSetRoutes(routes());
      void router.revalidate();
    },
  };
  const routes = () => releaseRoutes(site, { ...release, remotes: ladder.inUse(release.remotes) });
  const router = createBrowserRouter(routes());
  noteFirstContent(router);
  createRoot(root).render(<RouterProvider router={router} />);

  // What the page can do without until it has its content.
  await afterFirstContent();
  const opened = await keepTrying(ladder.open);
  if (release.preview !== undefined) {
    const { showPreview } = await keepTrying(() => import('./preview/preview-banner.tsx'));
    showPreview(release.preview);
    return;
  }
  const { startOpenTab } = await keepTrying(() => import('./open-tab/start.tsx'));
  const tab = startOpenTab({ site, ladder: opened, router, release, shellBuild, fields });
  site.renew = () => tab.tell({ type: 'again' });
  heard = (event) => tab.heard(event);
  for (const event of errors.splice(0)) heard(event);
}
