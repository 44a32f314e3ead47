import '@tallystick/shared/styles/tokens.css';
import { createBrowserRouter, RouterProvider } from '@tallystick/shared/router';
import { startSession } from '@tallystick/shared/session';
import { releaseDocument } from '@tallystick/shared/site';
import { createRoot } from 'react-dom/client';
import { openRemotes } from './federation/remotes.ts';
import { shellEntries } from './menu/shell-entries.ts';
import { siteRoutes } from './routing/routes.tsx';
import { startTheme } from './theme/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

startTheme();
const remotes = openRemotes(releaseDocument());
const entries = [...shellEntries, ...remotes.list.flatMap(({ declaration }) => declaration.menu)];
const router = createBrowserRouter(siteRoutes(remotes, entries, startSession()));
createRoot(root).render(<RouterProvider router={router} />);
