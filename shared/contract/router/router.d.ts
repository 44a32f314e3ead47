export type { ActionFunctionArgs, Blocker, BlockerFunction, LoaderFunctionArgs, RouteObject, } from 'react-router-dom';
export { createBrowserRouter, Form, isRouteErrorResponse, Link, matchRoutes, Outlet, RouterProvider, redirect, ScrollRestoration, useActionData, useFetcher, useLocation, useMatches, useNavigate, useNavigation, useParams, useRevalidator, useRouteLoaderData, useSearchParams, useSubmit, } from 'react-router-dom';
export { type RouteState, RouteStateContext, useLoaderData, useRouteError } from './route-state.ts';
export { useBlocker } from './use-blocker.ts';
