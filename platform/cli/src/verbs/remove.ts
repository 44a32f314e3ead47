import { requireReason } from '../command/reason.ts';
import { changeOptions, type Verb } from '../command/verb.ts';
import { fail } from '../outcome.ts';
import { makeChange } from './change.ts';

export const remove: Verb = {
  name: 'remove',
  takes: 'APP… --reason WHY',
  summary: 'take apps off the site; their builds stay',
  about: `Their pages and menu entries are gone at the next page load, and where other apps show widgets of
theirs the fallbacks stand; it says which. The shell cannot be removed. A promote brings them back.`,
  options: changeOptions,
  examples: [['remove mfe-survey --reason "the survey has ended"', '']],
  run: async (given) => {
    const { words } = given;
    if (words.length === 0) fail('usage', 'Name at least one app.');
    requireReason(given);
    return await makeChange(given, (reason) => ({
      kind: 'remove',
      apps: [...words],
      reason,
    }));
  },
};
