/**
 * The names of react-router-dom that the site uses, and no more: the router is shared with every
 * remote as one module, which ends its tree-shaking, and whole it is four times this size.
 * Who needs another name adds it here.
 */

export type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
export {
  createBrowserRouter,
  isRouteErrorResponse,
  Link,
  matchRoutes,
  Outlet,
  RouterProvider,
  redirect,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
} from 'react-router-dom';
