export type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
export { createBrowserRouter, isRouteErrorResponse, Link, matchRoutes, Outlet, RouterProvider, redirect, ScrollRestoration, useLoaderData, useLocation, useMatches, useNavigate, useNavigation, useRevalidator, useRouteError, useRouteLoaderData, } from 'react-router-dom';
