import '@tallystick/ui/tokens.css';
import './frame/desk.css';
import { startTheme } from '@tallystick/ui/theme';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { Console } from './console.tsx';
import { signInParts } from './parts/all-parts.ts';
import { takeSignInCode } from './session/sign-in-code.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

startTheme();
const returned = await returnedFrom(signInParts);
const code = returned?.ok ? returned.value : takeSignInCode();
const notice = returned?.ok === false ? returned.problem : null;
// A link that is opened in a tab of the console loads no page by itself.
window.addEventListener('hashchange', () => window.location.reload());
const router = createBrowserRouter([
  { path: '*', element: <Console signInCode={code} notice={notice} /> },
]);
createRoot(root).render(<RouterProvider router={router} />);

async function returnedFrom(parts: typeof signInParts) {
  for (const { takeReturned } of parts) {
    const answer = await takeReturned();
    if (answer !== null) return answer;
  }
  return null;
}
