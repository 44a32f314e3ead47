import { findBuilds, readNames } from '../builds/find-build.ts';
import { requireReason } from '../command/reason.ts';
import { changeOptions, type Given, type Verb } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';
import { makeChange } from './change.ts';

export const promote: Verb = {
  name: 'promote',
  takes: 'APP[@VERSION]… --reason WHY',
  summary: 'make builds live, all named ones as one revision',
  about: `The next page load has them, open tabs at their next navigation. A version stands for its
newest build, an app alone for its newest build. With --percent a share of browsers gets them,
and always the same ones; raise it by the same command, end it by rollback or a whole promote.
If others changed the channel meanwhile it is tried again, unless they moved one of these apps.`,
  options: {
    percent: {
      type: 'string',
      value: 'N',
      about: 'as a canary: to N % of browsers, 0.01 to 99.99',
    },
    ...changeOptions,
  },
  examples: [
    ['promote mfe-ledger --reason "totals are right again"', 'its newest build'],
    ['promote mfe-ledger@1.3.0 --percent 20 --reason "try it"', 'to a fifth of browsers'],
    ['promote shell@2.0.0 mfe-ledger@2.0.0 --reason "new menu"', 'both at once, as one revision'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  requireReason(given);
  const { words, client } = given;
  if (words.length === 0) {
    fail('usage', 'Name at least one app.', 'Such as: promote mfe-ledger@1.2.0');
  }
  const builds = await findBuilds(readNames(words), client);
  const apps = Object.keys(builds);
  const written = given.text('percent');
  if (written === undefined) {
    return await makeChange(given, apps, (reason) => ({ kind: 'promote', builds, reason }));
  }
  const percent = Number(written.replace(/ ?%$/, ''));
  if (!(percent >= 0.01 && percent < 100)) {
    const next = 'Without --percent all browsers get it.';
    fail('usage', '--percent is a number from 0.01 to 99.99.', next);
  }
  return await makeChange(given, apps, (reason) => ({ kind: 'canary', builds, percent, reason }));
}
