import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import type { Route } from '../../../src/contract/route.ts';
import { channelParams, get } from '../../../src/contract/routes/parts.ts';
import { rangeNames, timelineSchema } from './timeline.ts';

/** What browsers said over time. */
export const timelineRoutes = {
  timeline: {
    ...get,
    path: '/v1/channels/:channel/timeline',
    about: 'Loads, failures by build, LCP and INP over time, and the revisions meanwhile.',
    params: channelParams,
    query: v.object({
      app: v.optional(appNameSchema),
      range: v.optional(v.picklist(rangeNames), 'day'),
    }),
    answer: timelineSchema,
  },
} satisfies Record<string, Route>;
