import { appNameSchema, channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';

/** The channel that an address means which names none. */
const defaultChannel = 'production';

/** Where somebody is in the console; `channel` goes with them from page to page. */
export type Route = { channel: string } & (
  | { page: 'board' }
  | { page: 'app'; app: string }
  | { page: 'history'; app: string | null }
  | { page: 'audit' }
  | { page: 'policy' }
  | { page: 'tokens' }
  /** What a part adds, if there is one of this name. */
  | { page: 'part'; name: string }
  | { page: 'nowhere' }
);

/** Reads an address; what makes no sense in it leads nowhere, or to the default channel. */
export function parseRoute(pathname: string, search: string): Route {
  const query = new URLSearchParams(search);
  const named = query.get('channel');
  const channel = named !== null && v.is(channelNameSchema, named) ? named : defaultChannel;
  const [first = '', second, ...rest] = pathname.split('/').filter((part) => part !== '');
  if (rest.length > 0) return { page: 'nowhere', channel };
  if (first === 'apps' && second !== undefined && v.is(appNameSchema, second)) {
    return { page: 'app', app: second, channel };
  }
  if (second !== undefined) return { page: 'nowhere', channel };
  if (first === '') return { page: 'board', channel };
  if (first === 'history') return { page: 'history', app: appIn(query), channel };
  if (first === 'audit' || first === 'policy' || first === 'tokens')
    return { page: first, channel };
  return /^[a-z]+$/.test(first)
    ? { page: 'part', name: first, channel }
    : { page: 'nowhere', channel };
}

/** The address of a route: `parseRoute` reads it back. */
export function addressOf(route: Route): string {
  const query = new URLSearchParams();
  if (route.page === 'history' && route.app !== null) query.set('app', route.app);
  if (route.channel !== defaultChannel) query.set('channel', route.channel);
  const search = query.size === 0 ? '' : `?${query}`;
  return `${pathOf(route)}${search}`;
}

function pathOf(route: Route): string {
  if (route.page === 'board' || route.page === 'nowhere') return '/';
  if (route.page === 'part') return `/${route.name}`;
  return route.page === 'app' ? `/apps/${route.app}` : `/${route.page}`;
}

function appIn(query: URLSearchParams): string | null {
  const app = query.get('app');
  return app !== null && v.is(appNameSchema, app) ? app : null;
}
