import { useLocation, useNavigate } from 'react-router-dom';
import { addressOf, parseRoute, type Route } from './route.ts';

/** Where the address says that we are. */
export function useRoute(): Route {
  const { pathname, search } = useLocation();
  return parseRoute(pathname, search);
}

/** The way to another route from a choice on the page, which stays where it is. */
export function useGoTo(): (route: Route) => void {
  const navigate = useNavigate();
  return (route) => void navigate(addressOf(route), { preventScrollReset: true });
}
