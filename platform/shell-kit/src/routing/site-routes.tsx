import type { ReactNode } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { SiteFrame } from '../frame/site-frame.tsx';
import { PleaseWait } from '../notices/please-wait.tsx';
import { UnexpectedError } from '../notices/unexpected-error.tsx';
import { SiteContext } from '../site-context.ts';
import { type FailedAction, inPlace, loadPage, type PageLoad, submitToPage } from './load-page.ts';
import { pageRoute, useLoadedPage } from './page.ts';
import { contentRoute } from './page-routes.tsx';
import type { Site } from './site.ts';
import { SitePage } from './site-page.tsx';

/**
 * The router's routes: one for every address. Its loader says which page stands there, and which
 * build of a remote brings it. It goes by the release that is in use as it is called. So page,
 * data, menu and title change in one step, and a navigation that is interrupted leaves nothing
 * behind.
 *
 * @param loaded called when a page has been loaded, before it is drawn
 */
export function siteRoutes(site: Site, loaded: () => void = () => {}): RouteObject[] {
  /** Two routes ask for each load, which is done once. */
  const loads = new WeakMap<Request, Promise<PageLoad>>();
  /** The next load shows it. Thrown to the router, it would replace the frame, too. */
  let failed: FailedAction | null = null;
  const load = (args: LoaderFunctionArgs) => {
    const known = loads.get(args.request) ?? loadPage(site, args, failed).finally(loaded);
    failed = null;
    loads.set(args.request, known);
    return known;
  };
  /** The load of a page that began last; `pending`: the same until it has a result. */
  let last: Request | null = null;
  let pending: Request | null = null;
  const brokenOff = () => site.release.dispatch({ type: 'broken-off' });

  const inSite = (element: ReactNode) => <SiteContext value={site}>{element}</SiteContext>;

  function FrameOfPage() {
    return inSite(<SiteFrame site={site} page={useLoadedPage() ?? null} />);
  }

  function Page() {
    const page = useLoadedPage();
    return page && <SitePage site={site} page={page} />;
  }

  return [
    {
      Component: FrameOfPage,
      ErrorBoundary: () => inSite(<UnexpectedError />),
      children: [
        {
          id: pageRoute,
          async loader(args) {
            const { request, url } = args;
            last = request;
            pending = request;
            request.signal.addEventListener('abort', () => {
              // When a fetcher's load has come the router breaks off an older one, and that page comes.
              if (request === last || pending !== null) brokenOff();
            });
            const result = await load(args);
            if (request === pending) pending = null;
            if (!('redirect' in result)) return result.page;
            if (request === last) brokenOff();
            return inPlace(result.redirect, url);
          },
          shouldRevalidate({ currentUrl, nextUrl }) {
            // Called as a load begins, before the loaders.
            site.shell.navigates?.();
            const to = currentUrl.pathname === nextUrl.pathname ? 'place' : 'page';
            site.release.dispatch({ type: 'navigation', to });
            return true;
          },
          HydrateFallback: () => <PleaseWait />,
          children: [
            {
              id: contentRoute,
              path: '*',
              Component: Page,
              async action(args) {
                const result = await submitToPage(site, args);
                if ('answer' in result) return result.answer;
                // The router drops what was submitted to a page that has been left: no load of its follows.
                if (!args.request.signal.aborted) failed = result.failed;
                return null;
              },
              // Fetchers use this loader, and so does code that asks the router itself for the page's data.
              async loader(args) {
                const result = await load(args);
                return 'redirect' in result ? null : result.data;
              },
              shouldRevalidate: () => true,
            },
          ],
        },
      ],
    },
  ];
}
