import '@tallystick/shared/styles/tokens.css';
import './frame/desk.css';
import { createBrowserRouter, RouterProvider } from '@tallystick/shared/router';
import { createRoot } from 'react-dom/client';
import { Console } from './console.tsx';
import { startTheme } from './theme/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

startTheme();
const router = createBrowserRouter([{ path: '*', Component: Console }]);
createRoot(root).render(<RouterProvider router={router} />);
