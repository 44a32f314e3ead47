import '@tallystick/ui/tokens.css';
import './frame/desk.css';
import { startTheme } from '@tallystick/ui/theme';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { Console } from './console.tsx';
import { takeSignInCode } from './session/sign-in-code.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

startTheme();
const code = takeSignInCode();
// A link that is opened in a tab of the console loads no page by itself.
window.addEventListener('hashchange', () => window.location.reload());
const router = createBrowserRouter([{ path: '*', element: <Console signInCode={code} /> }]);
createRoot(root).render(<RouterProvider router={router} />);
