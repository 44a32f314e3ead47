import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createBrowserRouter,
  isRouteErrorResponse,
  RouterProvider,
  useRouteError,
} from '@tallystick/shared/router';
import { configure, render } from '@testing-library/react';
import * as v from 'valibot';
import { routeObject } from '../alone/route-object.ts';
import type { RouteModules } from '../contracts/route-module.ts';
import type { SiteConfiguration } from '../contracts/site.ts';
import { noteFirstContent } from '../late/first-content.ts';

// What a test waits for comes at once, on a machine that has nothing else to do.
configure({ asyncUtilTimeout: 20_000 });

/** What the stub answers to one call: HTTP status and body. */
export interface StubAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers by the call's path, without a leading slash, from its `{data, srvc}`. */
export type StubCalls = Readonly<Record<string, (sent: unknown) => StubAnswer>>;

export interface StubLedger {
  /** Origin, without a trailing slash. */
  readonly url: string;
  /** Every call so far, oldest first. */
  readonly calls: readonly { readonly path: string; readonly sent: unknown }[];
  /** Replaces the answers from now on. */
  readonly answer: (calls: StubCalls) => void;
  readonly close: () => Promise<void>;
}

/**
 * A ledger service for tests of pages: real HTTP on a free port of this machine, answers from the
 * test, 404 for what has none. Puts its address into the page's site configuration, which is read
 * once per page: start one per test file.
 */
export async function startStubLedger(): Promise<StubLedger> {
  let answers: StubCalls = {};
  const calls: { path: string; sent: unknown }[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization,content-type');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const path = (request.url ?? '').slice(1);
    const sent = await bodyOf(request);
    if (request.method === 'POST' && !path.startsWith('api/client/')) calls.push({ path, sent });
    const { status, body } = answers[path]?.(sent) ?? {
      status: 404,
      body: { code: 404, error: 'Not found.' },
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  // On a machine that stands still for seconds a connection would end just as it is used again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${portOf(server.address())}`;
  inlineConfiguration({ ledgerUrl: url });
  return {
    url,
    calls,
    answer: (next) => {
      calls.length = 0;
      answers = next;
    },
    close: () =>
      new Promise((resolve) => {
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
  render(<RouterProvider router={router} />);
  noteFirstContent();
  return router;
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

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text === '' ? undefined : v.parse(v.pipe(v.string(), v.parseJson()), text);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
