import { appNameSchema, channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { boardSchema } from '../board.ts';
import { bounds } from '../bounds.ts';
import { shipAnswerSchema, shipQuestionSchema } from '../can-ship.ts';
import { changeSchema, revisionSchema } from '../channel.ts';
import { channelOpeningSchema } from '../channel-openings.ts';
import { historyPageSchema, lockedAppSchema, lockSchema } from '../history.ts';
import type { Route } from '../route.ts';
import { timeSchema } from '../scalars.ts';
import { slotStateSchema } from '../slot-state.ts';
import {
  channelParams,
  del,
  empty,
  get,
  made,
  numberInAddress,
  pageQuery,
  post,
  put,
  reasonBody,
} from './parts.ts';

const lockParams = v.object({ channel: channelNameSchema, app: lockedAppSchema });
const lockBody = v.object({ ...reasonBody.entries, until: v.exactOptional(timeSchema) });

/** Channels: what is live, and what moves it. */
export const channelRoutes = {
  channels: {
    ...get,
    path: '/v1/channels',
    about: 'Names of all channels that have a revision.',
    answer: v.array(channelNameSchema),
  },
  board: {
    ...get,
    path: '/v1/channels/:channel',
    about: 'A channel as it is now; the ETag is its revision, for If-Match.',
    params: channelParams,
    answer: boardSchema,
  },
  change: {
    ...post,
    ...made,
    path: '/v1/channels/:channel/revisions',
    about: 'Appends a revision, if the channel is still at the revision of If-Match.',
    params: channelParams,
    body: changeSchema,
    answer: revisionSchema,
    refusals: [
      'unknown',
      'ambiguous',
      'moved',
      'unfit',
      'locked',
      'condemned',
      'unguarded',
      'waiting',
    ],
    guarded: true,
  },
  preview: {
    ...post,
    path: '/v1/channels/:channel/preview',
    about: 'The revision that a change would append; nothing is changed.',
    params: channelParams,
    body: changeSchema,
    answer: revisionSchema,
    refusals: ['unknown', 'ambiguous', 'moved', 'unfit', 'locked', 'condemned'],
  },
  canShip: {
    ...post,
    path: '/v1/channels/:channel/can-ship',
    about: 'Whether builds fit what is live, published or not; nothing is changed.',
    params: channelParams,
    body: shipQuestionSchema,
    bound: bounds.question,
    answer: shipAnswerSchema,
  },
  openings: {
    ...get,
    path: '/v1/channels/:channel/openings',
    about:
      'What pages may do beyond the strict policy: opened by the site, approved for apps, or asked for by builds.',
    params: channelParams,
    answer: v.array(channelOpeningSchema),
  },
  slots: {
    ...get,
    path: '/v1/channels/:channel/slots',
    about: 'The slots of what is live, and what others bring into them.',
    params: channelParams,
    answer: v.array(slotStateSchema),
  },
  history: {
    ...get,
    path: '/v1/channels/:channel/revisions',
    about: 'Revisions, newest first; of one app, those that moved it or arranged a slot of it.',
    params: channelParams,
    query: v.object({ ...pageQuery.entries, app: v.optional(appNameSchema) }),
    answer: historyPageSchema,
  },
  revision: {
    ...get,
    path: '/v1/channels/:channel/revisions/:revision',
    about: 'One revision.',
    params: v.object({ ...channelParams.entries, revision: numberInAddress }),
    answer: revisionSchema,
    refusals: ['unknown'],
  },
  lock: {
    ...put,
    path: '/v1/channels/:channel/locks/:app',
    about:
      'Locks an app in a channel, or freezes the channel (`*`, up to `until`); one that somebody else has locked is refused.',
    params: lockParams,
    body: lockBody,
    answer: lockSchema,
    refusals: ['unknown', 'locked'],
  },
  unlock: {
    ...del,
    ...empty,
    path: '/v1/channels/:channel/locks/:app',
    about: 'Ends a lock, or a freeze (`*`).',
    params: lockParams,
    body: reasonBody,
    refusals: ['unknown'],
  },
} satisfies Record<string, Route>;
