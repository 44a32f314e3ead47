import { defaultChannel } from '@tallystick/contract/release';
import * as v from 'valibot';
import { oneOf, origin } from '../kinds.ts';
import { everyServer, setting } from '../setting.ts';
import { channelName, siteList } from '../sites.ts';

/** Which site is served, and how. */
export const site = {
  SITE_URL: setting(v.optional(origin), {
    does: 'where browsers reach the site',
    readBy: [everyServer],
    otherwise: 'http://localhost:SITE_PORT',
  }),
  CHANNEL: setting(v.optional(channelName, defaultChannel), {
    does: 'the channel that a site server serves, at `SITE_URL`',
    readBy: ['site'],
    see: 'operations.md#a-staging-site',
  }),
  SITE_URLS: setting(siteList, {
    does: 'where browsers reach the sites of other channels, such as `staging=https://staging.example, demo=https://demo.example`',
    readBy: [everyServer],
    see: 'operations.md#a-staging-site',
  }),
  PRODUCT_NAME: setting(v.optional(v.string()), {
    does: "the site's name in titles, bar and footer; absent: as its definition says",
    readBy: [everyServer],
  }),
  SITE_CONFIG: setting(v.optional(v.string()), {
    does: "the site's definition; absent: `site.config.ts` in the folder where the server starts, or the prebuilt tree's own",
    readBy: ['site', 'admin'],
    see: 'site-config.md',
  }),
  SERVER_RENDERING: setting(oneOf(['on', 'off'], 'on'), {
    does: 'whether the site server renders pages, so that rows come with the first answer; `off`: browsers draw all',
    readBy: ['site'],
    see: 'decisions/0086-rows-in-the-first-answer.md',
  }),
  KEEPER: setting(oneOf(['on', 'off'], 'on'), {
    does: 'whether browsers cache the site for when it does not answer; `off` deletes these caches',
    readBy: ['site'],
  }),
};
