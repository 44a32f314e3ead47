import { changeOptions, type Verb } from '../command/verb.ts';
import { changeNamed } from './change.ts';

export const resume: Verb = {
  name: 'resume',
  alias: 'unhold',
  takes: 'APP… --reason WHY',
  summary: 'let a canary that the registry paused be shipped again',
  about: `The registry takes a canary from all browsers that fails far more often than the live build;
status says why. Managers can end that; no browser gets the build by this alone: promote it after,
to a share or to all. To ship another build nothing needs to be resumed. Also: unhold.`,
  options: changeOptions,
  examples: [
    ['resume mfe-ledger --reason "it was the ledger service"', ''],
    ['promote mfe-ledger --percent 5 --reason "once more"', 'then'],
  ],
  run: (given) => changeNamed(given, 'unhold'),
};
