import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { activityUnits } from '@tallystick/shared/contracts/activity';
import { partyKinds } from '@tallystick/shared/contracts/party';
import { asBatch } from '@tallystick/store/caller';
import { Type } from 'typebox';
import { answers } from '../service/answers.ts';
import { id } from '../service/text.ts';
import type { Store } from '../store/store.ts';
import { countActivity } from './count-activity.ts';
import { mostBars } from './steps.ts';

/** As many days as dates can name. */
const mostDays = 100_000_000;

const body = Type.Object({
  data: Type.Object({
    party: Type.Optional(
      Type.Object({ kind: Type.Enum([...partyKinds]), user: id('Id of the party.') }),
    ),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mostDays,
        description:
          'Days up to that of the newest transfer, and what completes the first bar; ' +
          'left out: from the first transfer on.',
      }),
    ),
  }),
});

const count = Type.Integer({ minimum: 0 });

const activitySchema = Type.Object({
  bars: Type.Array(
    Type.Object({
      start: Type.Integer({ description: 'First moment of the bar, UTC, in milliseconds.' }),
      kinds: Type.Object({ asset: count, data: count }),
      statuses: Type.Array(count, {
        minItems: 10,
        maxItems: 10,
        description: 'By status, 0 to 9.',
      }),
    }),
    { description: `Oldest first, without a gap, at most ${mostBars}.` },
  ),
  unit: Type.Enum([...activityUnits]),
  each: Type.Integer({ minimum: 1, description: 'A bar stands for so many units.' }),
  newest: Type.Union([Type.Integer(), Type.Null()], {
    description: 'First moment of the day of the newest transfer, in milliseconds.',
  }),
  sequence: Type.Integer({ description: 'Number of the last live event that is surely counted.' }),
});

/** The call that counts transfers by time. */
export const activity: FastifyPluginAsyncTypebox<{ store: Pick<Store, 'query'> }> = async (
  app,
  { store },
) => {
  app.post(
    '/transfers/activity',
    {
      schema: {
        summary: 'How many transfers were created when, of which kind and status',
        tags: ['transfers'],
        body,
        response: answers(activitySchema),
      },
    },
    async ({ body }) => {
      const { party, days } = body.data;
      return {
        data: await asBatch(() =>
          countActivity(store, {
            ...(party && { party: { kind: party.kind, id: party.user } }),
            ...(days !== undefined && { days }),
          }),
        ),
      };
    },
  );
};
