import { useRouteLoaderData } from 'react-router-dom';
import type { RoutesProps } from '../../routing/branch.ts';
import type { LoadedPage } from '../../routing/page.ts';
import { pageRoute } from '../../routing/page-route.ts';
import { PageRoutes } from '../../routing/page-routes.tsx';

/** The page at this address. Asked of the router: page and address change in one step, as everywhere. */
export function EarlierPage({ zoneFailed }: Pick<RoutesProps, 'zoneFailed'>) {
  const page = useRouteLoaderData<LoadedPage>(pageRoute);
  return page?.content.type === 'remote' ? (
    <PageRoutes page={page} routes={page.content.routes} zoneFailed={zoneFailed} />
  ) : null;
}
