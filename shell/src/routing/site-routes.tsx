import { type LoaderFunctionArgs, type RouteObject, useRouteLoaderData } from 'react-router-dom';
import { Frame } from '../layout/frame.tsx';
import { PleaseWait } from '../pages/please-wait.tsx';
import { UnexpectedError } from '../pages/unexpected-error.tsx';
import { type LoadedPage, loadPage, type PageLoad } from './load-page.ts';
import type { Site } from './site.ts';
import { SitePage } from './site-page.tsx';

const pageRoute = 'page';

/**
 * The router's routes: one for every address. Which page stands there, and which build of a remote brings
 * it, its loader says, by the release that is in use as it is called. So page, data, menu and title
 * change in one step, and a navigation that is interrupted leaves nothing behind.
 *
 * @param loaded called when a page has been loaded, before it is drawn
 */
export function siteRoutes(site: Site, loaded: () => void = () => {}): RouteObject[] {
  /** Two routes take part in each load: it is done once. */
  const loads = new WeakMap<Request, Promise<PageLoad>>();
  const load = (args: LoaderFunctionArgs) => {
    const known = loads.get(args.request) ?? loadPage(site, args).finally(loaded);
    loads.set(args.request, known);
    return known;
  };

  function FrameOfPage() {
    return <Frame site={site} page={useRouteLoaderData<LoadedPage>(pageRoute) ?? null} />;
  }

  function Page() {
    const page = useRouteLoaderData<LoadedPage>(pageRoute);
    return page && <SitePage site={site} page={page} />;
  }

  return [
    {
      Component: FrameOfPage,
      ErrorBoundary: UnexpectedError,
      children: [
        {
          id: pageRoute,
          async loader(args) {
            const result = await load(args);
            return 'redirect' in result ? result.redirect : result.page;
          },
          shouldRevalidate({ currentUrl, nextUrl }) {
            // Called as a load begins, before the loaders.
            const to = currentUrl.pathname === nextUrl.pathname ? 'place' : 'page';
            site.release.dispatch({ type: 'navigation', to });
            return true;
          },
          HydrateFallback: PleaseWait,
          children: [
            {
              path: '*',
              Component: Page,
              // So that `useLoaderData` in a remote's page gives what its own loader brought.
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
