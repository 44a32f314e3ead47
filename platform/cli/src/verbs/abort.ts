import { requireReason } from '../command/reason.ts';
import { changeOptions, type Given, type Verb } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';
import { makeChange } from './change.ts';

export const abort: Verb = {
  name: 'abort',
  takes: 'APP… --reason WHY',
  summary: 'end a canary; the live build stays as it is',
  about: `No browser gets the canary any more; open tabs leave it at their next navigation, with --recall
at once. If the registry has paused the canary already, this changes nothing, except with --recall:
then open tabs leave it too. What is recalled nobody ships again before a manager resumes it. To take
back the live build: rollback.`,
  options: {
    recall: { about: 'it is urgent: open tabs leave the canary at once' },
    ...changeOptions,
  },
  examples: [
    ['abort mfe-notes --reason "totals are wrong"', ''],
    ['abort mfe-notes --recall --reason "it signs people out"', 'and out of open tabs'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const { words } = given;
  if (words.length === 0) fail('usage', 'Name at least one app.');
  requireReason(given);
  const recall = given.flag('recall');
  const apps = [...words];
  return await makeChange(given, (reason) => ({ kind: 'abort', apps, recall, reason }));
}
