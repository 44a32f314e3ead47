import { every } from '@tallystick/store/repeat';
import { callOf } from '../../src/part/call.ts';
import { partKind } from '../../src/part/part.ts';
import { trainRoutes } from './contract/routes.ts';
import { openDepartures } from './departures.ts';
import { trainLog } from './log-view.ts';
import { openTrains } from './open-trains.ts';

/** What differs between processes of one registry. */
export interface TrainOptions {
  /** Whether this process lets trains leave. */
  departs: boolean;
}

/** `depart` lets those leave now whose time has come, as it is done every two seconds. */
type Trains = ReturnType<typeof openTrains> & { depart: ReturnType<typeof openDepartures> };

/** Release trains: several apps that become live together, at a time. */
export const trains = partKind<TrainOptions, Trains>('trains', {}, ({ departs }) => ({
  log: trainLog,
  open: (context) => {
    const service = { ...openTrains(context), depart: openDepartures(context) };
    const watch = departs ? every(context.watchPace, service.depart) : undefined;
    return {
      service,
      calls: {
        trains: callOf(trainRoutes.trains, async ({ params }) => ({
          ok: true,
          value: await service.list(params.channel),
        })),
        planTrain: callOf(trainRoutes.planTrain, ({ actor, params, body }) =>
          service.plan(actor, params.channel, body),
        ),
        cancelTrain: callOf(trainRoutes.cancelTrain, ({ actor, params, body }) =>
          service.cancel(actor, params.channel, params.id, body.reason),
        ),
      },
      ...(watch && { close: watch.close }),
    };
  },
}));
