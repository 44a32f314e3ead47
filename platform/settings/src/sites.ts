import { channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { origin } from './kinds.ts';

/** The name of a channel. */
export const channelName = v.pipe(
  v.string(),
  v.check((text) => v.is(channelNameSchema, text), 'is not the name of a channel such as staging'),
);

type Pair = readonly [channel: string, url: string];

/** Sites by channel, such as `staging=https://staging.example, demo=https://demo.example`. */
export const siteList = v.pipe(
  v.optional(v.string(), ''),
  v.transform((list) =>
    list.split(',').flatMap((text) => (text.trim() === '' ? [] : pairOf(text))),
  ),
  v.check(
    (pairs) => pairs.every(([name, url]) => v.is(channelNameSchema, name) && v.is(origin, url)),
    'is not a list of channels and origins such as staging=https://staging.example',
  ),
  v.check((pairs) => hasEachOnce(pairs.map(([channel]) => channel)), 'names a channel twice'),
  v.check((pairs) => hasEachOnce(pairs.map(([, url]) => url)), 'has one origin for two channels'),
  v.transform((pairs): ReadonlyMap<string, string> => new Map(pairs)),
);

function pairOf(text: string): [Pair] {
  const [channel = '', ...url] = text.trim().split('=');
  return [[channel, url.join('=')]];
}

function hasEachOnce(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** Where browsers reach the sites of an installation. */
export interface Sites {
  /** The origins of all of them. */
  origins: readonly string[];
  /** Origin of the site of each channel that has one. */
  byChannel: ReadonlyMap<string, string>;
  /** Origin of a channel's site. If no setting names one, it is SITE_URL, where previews of any channel are shown. */
  originOf(channel: string): string;
}

/** The sites that the settings name. */
export function sitesOf({
  CHANNEL,
  SITE_URL,
  SITE_URLS,
}: Readonly<{ CHANNEL: string; SITE_URL: string; SITE_URLS: ReadonlyMap<string, string> }>): Sites {
  const byChannel: Sites['byChannel'] = new Map([[CHANNEL, SITE_URL], ...SITE_URLS]);
  return {
    origins: [...byChannel.values()],
    byChannel,
    originOf: (channel) => byChannel.get(channel) ?? SITE_URL,
  };
}
