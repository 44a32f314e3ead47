import { changeOptions, type Verb } from '../command/verb.ts';
import { changeNamed } from './change.ts';

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
