import { channelNameSchema } from '@tallystick/contract/release';
import { sharesIn } from '@tallystick/registry/contract/ramp';
import * as v from 'valibot';
import { readNames } from '../builds/named-build.ts';
import { requireOther } from '../channel/other-channel.ts';
import { requireReason } from '../command/reason.ts';
import { changeOptions, type Given, percentOf, type Verb } from '../command/verb.ts';
import { fail, type Outcome } from '../outcome.ts';
import { makeChange } from './change.ts';

export const promote: Verb = {
  name: 'promote',
  takes: 'APP[@VERSION]… | --from CHANNEL [APP…] --reason WHY',
  summary: 'make builds live, all named ones as one revision',
  about: `The next page load has them, open tabs at their next navigation. A version stands for its
newest build, an app alone for its newest build. With --percent a share of browsers gets them,
and always the same ones; raise it by the same command, end it by abort or a whole promote,
which names the version where a newer build was published since. With --ramp the registry raises
the share by itself, as far as the figures allow; see ramp. With --from the builds are those
that are live in another channel, byte by byte; apps that are not there stay as they are.
A terminal shows first what would change; it is refused if others moved one of these apps since.`,
  options: {
    percent: { value: 'N', about: 'as a canary: to N % of browsers, 0.01 to 99.99' },
    ramp: { value: '5,25,100', about: 'as a canary that goes on from share to share by itself' },
    from: { value: 'NAME', about: 'the builds that are live in this channel; with no app, of all' },
    to: { value: 'NAME', about: 'the same as --channel' },
    ...changeOptions,
  },
  examples: [
    ['promote mfe-notes --reason "totals are right again"', 'its newest build'],
    ['promote mfe-notes@1.3.0 --percent 20 --reason "try it"', 'to a fifth of browsers'],
    ['promote mfe-notes --ramp 1,5,25,100 --reason "new totals"', 'to all, by itself'],
    [
      'promote --from staging --to production --reason "tried there"',
      'all that stands there, as one revision',
    ],
    ['promote shell@2.0.0 mfe-notes@2.0.0 --reason "new menu"', 'both at once, as one revision'],
  ],
  run,
};

async function run(asked: Given): Promise<Outcome> {
  const given = into(asked);
  requireReason(given);
  const from = given.text('from');
  const { words } = given;
  if (from !== undefined) requireOther(from, given);
  else if (words.length === 0) {
    fail('usage', 'Name at least one app.', 'Such as: promote mfe-notes@1.2.0');
  }
  const names = readNames(words).map(({ app, version = null }) => [app, version] as const);
  const shipped = { builds: Object.fromEntries(names), ...(from !== undefined && { from }) };
  const [first, ...steps] = rampOf(given);
  if (first !== undefined) {
    const ramp = { percent: first, ...(steps.length > 0 && { steps }) };
    return await makeChange(given, (reason) => ({ kind: 'canary', ...shipped, ...ramp, reason }));
  }
  const percent = percentOf(given, 'percent');
  if (percent === undefined) {
    return await makeChange(given, (reason) => ({ kind: 'promote', ...shipped, reason }));
  }
  return await makeChange(given, (reason) => ({ kind: 'canary', ...shipped, percent, reason }));
}

/** `--to` says the channel, for who has named the other one by `--from`. */
function into(given: Given): Given {
  const to = given.text('to');
  if (to === undefined) return given;
  if (given.text('channel') !== undefined) fail('usage', 'Say --to or --channel, not both.');
  if (!v.is(channelNameSchema, to)) fail('usage', `--to ${to} is not a channel's name.`);
  return { ...given, text: (option) => given.text(option === 'channel' ? 'to' : option) };
}

/** The shares of a ramp, such as `1,5,25,100`; none: it is none. Another text ends the command. */
function rampOf(given: Given): number[] {
  const text = given.text('ramp');
  if (text === undefined) return [];
  const shares = sharesIn(text);
  if (given.text('percent') !== undefined || shares === null) {
    const problem =
      '--ramp is a list of growing shares, such as 1,5,25,100, in place of --percent.';
    return fail('usage', problem);
  }
  return shares;
}
