import { appNameSchema, channelNameSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';

/** The channel that an address means which names none. */
const defaultChannel = 'production';

/** Where somebody is in the console; `channel` goes with them from page to page. */
export type Place = { channel: string } & (
  | { page: 'board' }
  | { page: 'app'; app: string }
  | { page: 'history'; app: string | null }
  | { page: 'audit' }
  | { page: 'tokens' }
  | { page: 'nowhere' }
);

/** Reads an address; what makes no sense in it leads nowhere, or to the default channel. */
export function placeOf(pathname: string, search: string): Place {
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
  if (first === 'audit' || first === 'tokens') return { page: first, channel };
  return { page: 'nowhere', channel };
}

/** The address of a place: `placeOf` reads it back. */
export function addressOf(place: Place): string {
  const query = new URLSearchParams();
  if (place.page === 'history' && place.app !== null) query.set('app', place.app);
  if (place.channel !== defaultChannel) query.set('channel', place.channel);
  const search = query.size === 0 ? '' : `?${query}`;
  return `${pathOf(place)}${search}`;
}

function pathOf(place: Place): string {
  if (place.page === 'board' || place.page === 'nowhere') return '/';
  return place.page === 'app' ? `/apps/${place.app}` : `/${place.page}`;
}

function appIn(query: URLSearchParams): string | null {
  const app = query.get('app');
  return app !== null && v.is(appNameSchema, app) ? app : null;
}
