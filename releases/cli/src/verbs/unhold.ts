import { reasonProblem } from '../command/reason.ts';
import { channelOption, dryRunOption, reasonOption, type Verb } from '../command/verb.ts';
import { failure } from '../outcome.ts';
import { makeChange } from './change.ts';

export const unhold: Verb = {
  name: 'unhold',
  takes: 'APP… --reason WHY',
  summary: 'let a canary that the registry holds be shipped again',
  about: `The registry takes a canary from all browsers that fails far more often than the live build;
status says why. Managers can end that; no browser gets the build by this alone: promote it after,
to a share or to all. To ship another build nothing needs to be ended.`,
  options: { reason: reasonOption, channel: channelOption, 'dry-run': dryRunOption },
  examples: [
    ['unhold mfe-ledger --reason "it was the ledger service"', ''],
    ['promote mfe-ledger --percent 5 --reason "once more"', 'then'],
  ],
  run: async (given) => {
    const { words } = given;
    if (words.length === 0) return failure('usage', 'Name at least one app.');
    const problem = reasonProblem(given);
    if (problem !== null) return problem;
    return await makeChange(given, words, (reason) => ({
      kind: 'unhold',
      apps: [...words],
      reason,
    }));
  },
};
