import { channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import type { Route } from '../../../src/contract/route.ts';
import {
  channelParams,
  del,
  get,
  idParams,
  made,
  post,
  reasonBody,
} from '../../../src/contract/routes/parts.ts';
import { newTrainSchema, trainSchema } from './train.ts';

/** Several apps that become live together, at a time. */
export const trainRoutes = {
  trains: {
    ...get,
    path: '/v1/channels/:channel/trains',
    about:
      'Trains of a channel: those that are planned, and the last ones that ended; the newest first.',
    params: channelParams,
    answer: v.array(trainSchema),
  },
  planTrain: {
    ...post,
    ...made,
    path: '/v1/channels/:channel/trains',
    about: 'Plans a train; it is judged now, and once more when it leaves.',
    params: channelParams,
    body: newTrainSchema,
    answer: trainSchema,
    refusals: ['unknown', 'unfit', 'locked', 'condemned', 'limited'],
  },
  cancelTrain: {
    ...del,
    path: '/v1/channels/:channel/trains/:id',
    about: 'Cancels a train that is planned.',
    params: v.object({ channel: channelNameSchema, ...idParams.entries }),
    body: reasonBody,
    answer: trainSchema,
    refusals: ['unknown'],
  },
} satisfies Record<string, Route>;
