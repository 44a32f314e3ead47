import '@tallystick/shared/styles/tokens.css';
import { createBrowserRouter, RouterProvider } from '@tallystick/shared/router';
import { startSession } from '@tallystick/shared/session';
import { releaseDocument } from '@tallystick/shared/site';
import { createRoot } from 'react-dom/client';
import { createBuilds } from './federation/builds.ts';
import { loadModule } from './federation/container.ts';
import { createRecall } from './federation/recall.ts';
import { createRunning } from './federation/running.ts';
import { menuEntries } from './menu/shell-entries.ts';
import { siteRoutes } from './routing/routes.tsx';
import type { SiteParts } from './routing/site-parts.ts';
import { startTheme } from './theme/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

startTheme();
const { remotes } = releaseDocument();
const running = createRunning();
const site: SiteParts = {
  builds: createBuilds(loadModule, running),
  running,
  recall: createRecall(),
  ready: startSession(),
};
const router = createBrowserRouter(siteRoutes(site, remotes, menuEntries(remotes)));
createRoot(root).render(<RouterProvider router={router} />);
