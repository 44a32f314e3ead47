import { useRouteLoaderData } from 'react-router-dom';
import type { LoadedPage } from './page.ts';

/** The router's id of the route whose data is the page. */
export const pageRoute = 'page';

/** The page at this address; undefined: there is none yet. */
export const useLoadedPage = () => useRouteLoaderData<LoadedPage>(pageRoute);
