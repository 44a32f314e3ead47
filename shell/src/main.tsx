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
import { menuEntries } from './menu/shell-entries.ts';
import { keepTrying } from './open-tab/keep-trying.ts';
import { readSignedRelease } from './release/signed-release.ts';
import { siteRoutes } from './routing/routes.tsx';
import type { SiteParts } from './routing/site-parts.ts';
import { startTheme } from './theme/theme.ts';

startTheme();
document.documentElement.dataset.build = shellBuild;
const ready = startSession();
// What was not signed by the registry is not begun with; the page has words for that.
readSignedRelease(document.getElementById('release')?.textContent ?? '').then(start, (error) => {
  console.error('The page was not started.', error);
  document.getElementById('not-loaded')?.removeAttribute('hidden');
  // Or the browser's cache would keep what came, and give it again to who loads the page again.
  void fetch(location.href, { cache: 'reload' });
});

function start(release: ReleaseDocument): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element.');
  const fields = watchFields();
  const running = createRunning();
  let tryAgain = (): void => void router.revalidate();
  const site: SiteParts = {
    builds: createBuilds(loadModule, running),
    running,
    recall: createRecall(),
    ready,
    pages: new Map(),
    tryAgain: () => tryAgain(),
  };
  const router = createBrowserRouter(siteRoutes(site, release, menuEntries(release.remotes)));
  noteFirstContent(router);
  createRoot(root).render(<RouterProvider router={router} />);
  void attend();

  /** What the page can do without until it has its content. */
  async function attend(): Promise<void> {
    await afterFirstContent();
    if (release.preview !== undefined) {
      const { showPreview } = await keepTrying(() => import('./preview/preview-banner.tsx'));
      showPreview(release.preview);
      return;
    }
    const { startOpenTab } = await keepTrying(() => import('./open-tab/start.tsx'));
    const tab = startOpenTab({ site, router, release, shellBuild, fields });
    tryAgain = () => tab.tell({ type: 'again' });
  }
}
