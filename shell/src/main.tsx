import '@tallystick/shared/styles/tokens.css';
// Styles of the late chunks, so that these are scripts alone: one that failed can be tried again.
import './notices/notices.module.css';
import './preview/preview-banner.module.css';
import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { afterFirstContent } from '@tallystick/shared/late/first-content';
import { createBrowserRouter, RouterProvider } from '@tallystick/shared/router';
import { startSession } from '@tallystick/shared/session';
import { createRoot } from 'react-dom/client';
import { createBuilds } from './federation/builds.ts';
import { createModuleLoader } from './federation/load-module.ts';
import { createRecall } from './federation/recall.ts';
import { createRunning } from './federation/running.ts';
import { shellBuild } from './federation/shell-build.ts';
import { watchFields } from './fields/fields.ts';
import { createLadder } from './ladder/ladder.ts';
import { markStarting } from './ladder/starting.ts';
import { keepTrying } from './open-tab/keep-trying.ts';
import { readSignedRelease } from './release/signed-release.ts';
import { createRouterBridge } from './routing/router-bridge.ts';
import type { Site } from './routing/site.ts';
import { siteRoutes } from './routing/site-routes.tsx';
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

/**
 * Milliseconds until a frame is drawn that says that its page is still loading. A page that comes
 * sooner is drawn with its frame: to draw the frame alone takes longer than most pages need to come.
 */
const frameDelayMs = 100;

async function start(release: ReleaseDocument): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element.');
  const fields = watchFields();
  const running = createRunning();
  const recall = createRecall();
  const ladder = createLadder(release.remotes, running, recall);
  const site: Site = {
    builds: createBuilds(createModuleLoader(), ladder),
    running,
    recall,
    ladder,
    bridge: createRouterBridge(() => ({ ...release, remotes: ladder.inUse(release.remotes) })),
    ready,
  };
  const { promise: firstLoad, resolve } = Promise.withResolvers<void>();
  const router = createBrowserRouter(siteRoutes(site, resolve));
  await Promise.race([firstLoad, new Promise((late) => setTimeout(late, frameDelayMs))]);
  createRoot(root).render(<RouterProvider router={router} />);

  // What the page can do without until it has its content.
  await afterFirstContent();
  if (release.preview !== undefined) {
    const { showPreview } = await keepTrying(() => import('./preview/preview-banner.tsx'));
    showPreview(release.preview);
    return;
  }
  const { startOpenTab } = await keepTrying(() => import('./open-tab/start.tsx'));
  const tab = startOpenTab({ site, release, shellBuild, fields });
  heard = (event) => tab.heard(event);
  for (const event of errors.splice(0)) heard(event);
}
