import { requireReason } from '../command/reason.ts';
import { changeOptions, type Given, type Verb } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';
import { makeChange } from './change.ts';

export const remove: Verb = {
  name: 'remove',
  takes: 'APP… --reason WHY',
  summary: 'take apps off the site; their builds stay',
  about: `Their pages and menu entries are gone at the next page load. The shell cannot be removed.
A promote brings them back.`,
  options: changeOptions,
  examples: [['remove mfe-survey --reason "the survey has ended"', '']],
  run: (given) => changeNamed(given, 'remove'),
};

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

async function changeNamed(given: Given, kind: 'remove' | 'unhold'): Promise<Outcome> {
  const { words } = given;
  if (words.length === 0) fail('usage', 'Name at least one app.');
  requireReason(given);
  return await makeChange(given, words, (reason) => ({ kind, apps: [...words], reason }));
}
