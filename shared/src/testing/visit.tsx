import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RouteModules } from '@tallystick/contract/route-module';
import {
  createBrowserRouter,
  isRouteErrorResponse,
  RouterProvider,
  useRouteError,
} from '@tallystick/shared/router';
import { noteFirstContent } from '@tallystick/shell-kit/first-content';
import { configure, render } from '@testing-library/react';
import { useEffect } from 'react';
import { routeObject } from '../alone/route-object.ts';
import type { SiteConfiguration } from '../contracts/site.ts';

// What a test waits for comes at once, on a machine that has nothing else to do.
configure(({ asyncUtilTimeout }) => ({ asyncUtilTimeout: Math.max(asyncUtilTimeout, 20_000) }));

/** What the stub answers to one call: HTTP status and body. */
export interface StubAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers by the call's path, without a leading slash, from its `{data, srvc}`. */
export type StubCalls = Readonly<Record<string, (sent: unknown) => StubAnswer>>;

export type StubLedger = Awaited<ReturnType<typeof startStubLedger>>;

/**
 * A ledger service for tests of pages: real HTTP on a free port of this machine, answers from the
 * test, 404 for what has none. Puts its address into the page's site configuration, which is read
 * once per page: start one per test file.
 */
export async function startStubLedger() {
  let answers: StubCalls = {};
  /** Every call so far, oldest first. */
  const calls: { readonly path: string; readonly sent: unknown }[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization,content-type');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const path = (request.url ?? '').slice(1);
    const body = await text(request);
    const sent: unknown = body === '' ? undefined : JSON.parse(body);
    if (request.method === 'POST' && !path.startsWith('api/client/')) calls.push({ path, sent });
    const answer = answers[path]?.(sent) ?? {
      status: 404,
      body: { code: 404, error: 'Not found.' },
    };
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  // On a machine that stands still for seconds a connection would end just as it is used again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  inlineConfiguration({ ledgerUrl: url });
  return {
    /** Origin, without a trailing slash. */
    url,
    calls,
    /** Replaces the answers from now on. */
    answer: (next: StubCalls) => {
      calls.length = 0;
      answers = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The router of a visit: where it stands, and ways to move it. */
export type Visit = ReturnType<typeof createBrowserRouter>;

/** Renders a remote's pages in a router at `path`, with words where the shell has its own pages. */
export function visit(routes: RouteModules, path: string): Visit {
  history.replaceState(null, '', path);
  const router = createBrowserRouter([
    {
      ErrorBoundary: Failure,
      HydrateFallback: () => <p>Please wait...</p>,
      children: [
        ...Object.entries(routes).map(([at, route]) =>
          routeObject(at, { ErrorBoundary: Failure, ...route }),
        ),
        { path: '*', Component: () => <p>Elsewhere</p> },
      ],
    },
  ]);
  render(<Visited router={router} />);
  noteFirstContent();
  return router;
}

function Visited({ router }: { router: Visit }) {
  // Otherwise it would follow the next test through the history.
  useEffect(() => () => router.dispose(), [router]);
  return <RouterProvider router={router} />;
}

function Failure() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <p>Not Found</p>;
  return <p>Unexpected Application Error: {String(error)}</p>;
}

/** Puts a site configuration into the page, as the site server does. */
export function inlineConfiguration(
  given: Pick<SiteConfiguration, 'ledgerUrl'> & Partial<SiteConfiguration>,
): void {
  const configuration: SiteConfiguration = {
    productName: 'Tallystick',
    siteMode: 'main',
    ledgerToken: 'token',
    live: { appId: 'app', apiKey: 'key' },
    identity: {
      apiKey: 'key',
      authDomain: '127.0.0.1',
      projectId: 'project',
      emulatorUrl: given.ledgerUrl,
    },
    ...given,
  };
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'site-configuration';
  script.textContent = JSON.stringify(configuration);
  document.head.append(script);
}
