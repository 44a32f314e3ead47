import { reasonProblem } from '../command/reason.ts';
import { channelOption, dryRunOption, reasonOption, type Verb } from '../command/verb.ts';
import { failure } from '../outcome.ts';
import { makeChange } from './change.ts';

export const remove: Verb = {
  name: 'remove',
  takes: 'APP… --reason WHY',
  summary: 'take apps off the site; their builds stay',
  about: `Their pages and menu entries are gone at the next page load. The shell cannot be removed.
A promote brings them back.`,
  options: { reason: reasonOption, channel: channelOption, 'dry-run': dryRunOption },
  examples: [['remove mfe-survey --reason "the survey has ended"', '']],
  run: async (given) => {
    const { words } = given;
    if (words.length === 0) return failure('usage', 'Name at least one app.');
    const problem = reasonProblem(given);
    if (problem !== null) return problem;
    return await makeChange(given, words, (reason) => ({
      kind: 'remove',
      apps: [...words],
      reason,
    }));
  },
};
