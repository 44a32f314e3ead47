import { readNames, versionsOf } from '../builds/named-build.ts';
import { requireReason } from '../command/reason.ts';
import { changeOptions, type Given, type Verb } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';
import { makeChange } from './change.ts';

export const resume: Verb = {
  name: 'resume',
  takes: 'APP[@VERSION]… --reason WHY',
  summary: 'let a build be shipped again that was paused, recalled or undone',
  about: `Nobody ships a build that the registry has paused or rolled back by itself, that was recalled, or
whose revision was undone, whatever else is shipped meanwhile; status says which and why. Managers
can end that; no browser gets the build by this alone: promote it after, to a share or to all. To
ship another build nothing needs to be resumed. Where several builds of an app are meant, name one.
Also: unhold.`,
  options: changeOptions,
  examples: [
    ['resume mfe-notes --reason "it was the API"', ''],
    ['resume mfe-notes@1.3.0 --reason "the API is back"', 'this one of several'],
    ['promote mfe-notes@1.3.0 --percent 5 --reason "once more"', 'then'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const { words } = given;
  if (words.length === 0) fail('usage', 'Name at least one app.');
  requireReason(given);
  const names = readNames(words);
  const builds = versionsOf(names);
  const apps = names.map(({ app }) => app);
  return await makeChange(given, (reason) => ({ kind: 'unhold', apps, builds, reason }));
}
