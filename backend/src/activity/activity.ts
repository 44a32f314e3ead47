import { activitySchema } from '@tallystick/shared/contracts/activity';
import { partyKinds } from '@tallystick/shared/contracts/party';
import { asBatch } from '@tallystick/store/caller';
import * as v from 'valibot';
import { id, whole } from '../service/fields.ts';
import { jsonSchema } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import { countActivity } from './count-activity.ts';
import { maxBars } from './steps.ts';

/** As many days as dates can name. */
const maxDays = 100_000_000;

/** The call that counts transfers by time. */
export const activity = ledgerCall({
  path: '/transfers/activity',
  summary: 'How many transfers were created when, of which kind and status',
  tags: ['transfers'],
  asks: v.object({
    party: v.optional(
      v.object({
        kind: v.picklist(partyKinds),
        user: v.pipe(id, v.description('Id of the party.')),
      }),
    ),
    days: v.optional(
      v.pipe(
        whole(1),
        v.maxValue(maxDays),
        v.description(
          'Days up to that of the newest transfer, and what completes the first bar; ' +
            'left out: from the first transfer on.',
        ),
      ),
    ),
  }),
  finds: jsonSchema(activitySchema, {
    bars: `Oldest first, without a gap, at most ${maxBars}.`,
    'bars[].start': 'First moment of the bar, UTC, in milliseconds.',
    'bars[].statuses': 'By status, 0 to 9.',
    each: 'A bar stands for so many units.',
    newest: 'First moment of the day of the newest transfer, in milliseconds.',
    sequence: 'Number of the last live event that is surely counted.',
  }),
  find: (store, { party, days }) =>
    asBatch(() =>
      countActivity(store, { party: party && { kind: party.kind, id: party.user }, days }),
    ),
});
