import '@tallystick/ui/tokens.css';
import { plainAddress } from '@tallystick/contract/path-pattern';
import { type RemoteDeclaration, remoteDeclarationSchema } from '@tallystick/contract/remote';
import type { RouteModules } from '@tallystick/contract/route-module';
import {
  createBrowserRouter,
  isRouteErrorResponse,
  Link,
  matchRoutes,
  Outlet,
  RouterProvider,
  useRouteError,
} from '@tallystick/shared/router';
import { startSession } from '@tallystick/shared/session';
import { noteFirstContent } from '@tallystick/shell-kit/first-content';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { routeObject } from './route-object.ts';
import classes from './show-alone.module.css';

/**
 * Shows a remote's pages without the site around them, for its team's work. Above the page are the
 * title, and links to the declared routes that need no parameter. Needs an element `root` and an
 * inlined site configuration.
 */
export function showAlone(given: unknown, routes: RouteModules): void {
  const declaration = v.parse(remoteDeclarationSchema, given);
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element.');
  const pages = Object.entries(routes).map(([path, route]) => routeObject(path, route));
  const lacking = declaration.routes.find(({ path }) => matchRoutes(pages, path) === null);
  if (lacking) throw new Error(`src/routes.tsx has no page for ${lacking.path}`);
  const page = createRoot(root);
  page.render(<Wait />);
  void startSession().then(() => {
    const router = createBrowserRouter([
      {
        element: <Frame declaration={declaration} />,
        ErrorBoundary: Failure,
        HydrateFallback: Wait,
        children: [
          { Component: Shown, ErrorBoundary: Failure, children: pages },
          { path: '*', element: <p>This address belongs to another part of the site.</p> },
        ],
      },
    ]);
    page.render(<RouterProvider router={router} />);
  });
}

function Frame({ declaration }: { readonly declaration: RemoteDeclaration }) {
  const plain = declaration.routes.flatMap(({ path, page }) => {
    const to = plainAddress(path);
    return to === null ? [] : [{ to, page }];
  });
  return (
    <>
      <header className={classes.head}>
        <strong>{declaration.title}</strong>
        {plain.map(({ to, page }) => (
          <Link key={to} to={to}>
            {page}
          </Link>
        ))}
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
    </>
  );
}

function Wait() {
  return <p role="status">Please wait...</p>;
}

/** A page that is there. */
function Shown() {
  useEffect(noteFirstContent, []);
  return <Outlet />;
}

function Failure() {
  const error = useRouteError();
  if (isRouteErrorResponse(error)) return <p role="alert">{`Answered with ${error.status}.`}</p>;
  return <pre role="alert">{error instanceof Error ? error.stack : String(error)}</pre>;
}
