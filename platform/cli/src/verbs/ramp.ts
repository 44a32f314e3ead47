import { type RampOrder, rampOrders } from '@tallystick/registry/contract/ramp';
import { requireReason } from '../command/reason.ts';
import { changeOptions, type Given, type Verb } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';
import { makeChange } from './change.ts';

export const ramp: Verb = {
  name: 'ramp',
  takes: 'pause | resume | skip APP… --reason WHY',
  summary: 'pause a canary that goes on by itself, resume it, or skip a step',
  about: `A ramp is begun by promote --ramp. It goes on when enough browsers have had the canary for long
enough (RAMP_BROWSERS, RAMP_MINUTES), and it fails no more often than the live build, or is proven
to be worse by less than HEALTH_MARGIN. Else it waits; status says for what. Where it is proven to
be worse it is taken from all browsers. skip goes on now, whatever the figures say. To end it: abort.`,
  options: changeOptions,
  examples: [
    ['promote mfe-notes --ramp 1,5,25,100 --reason "new totals"', 'begins one'],
    ['ramp pause mfe-notes --reason "we look at a report"', 'its browsers keep the canary'],
    ['ramp skip mfe-notes --reason "it is a typo"', 'on to the next share now'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const [word, ...apps] = given.words;
  const order = rampOrders.find((one): one is RampOrder => one === word);
  if (order === undefined || apps.length === 0) {
    return fail('usage', 'ramp is followed by pause, resume or skip, and by at least one app.');
  }
  requireReason(given);
  return await makeChange(given, (reason) => ({ kind: 'ramp', apps, order, reason }));
}
