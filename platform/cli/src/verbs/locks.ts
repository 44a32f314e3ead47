import { channelNameSchema, defaultChannel } from '@tallystick/contract/release';
import { routes } from '@tallystick/registry/contract/routes';
import { everyApp, minuteOf } from '@tallystick/registry/contract/scalars';
import * as v from 'valibot';
import { allBuilds, didYouMeanApp } from '../builds/find-build.ts';
import { requireChannel } from '../channel/known-channel.ts';
import { reasonFor } from '../command/reason.ts';
import {
  channelOf,
  channelOption,
  type Given,
  momentOf,
  onlyWord,
  reasonOption,
  type Verb,
  wordOrNone,
} from '../command/verb.ts';
import { fail, orFail } from '../outcome.ts';

/** The channel that is meant: named by a word, or production. */
function frozenChannel(given: Given): string {
  const channel = wordOrNone(given.words, 'Name one channel, or none.') ?? defaultChannel;
  if (!v.is(channelNameSchema, channel)) fail('usage', `${channel} is not a channel's name.`);
  return channel;
}

export const freeze: Verb = {
  name: 'freeze',
  takes: '[CHANNEL] --until WHEN --reason WHY',
  summary: 'let nobody ship anything to a channel until a time (managers only)',
  about: `Whoever tries is told who froze it, why and until when (exit code 6). To go back is always possible,
for everybody who may otherwise: rollback, recall, abort, undo; so is a pause by the registry. Ramps wait.`,
  options: {
    until: { value: 'WHEN', about: 'when it ends by itself, such as 2027-01-02T08:00Z' },
    reason: reasonOption,
  },
  examples: [['freeze production --until 2027-01-02T08:00Z --reason "holidays"', '']],
  run: async (given) => {
    const channel = frozenChannel(given);
    const until = momentOf(given, 'until');
    const body = { reason: await reasonFor(given), until };
    const params = { channel, app: everyApp };
    const json = orFail(await given.client.call(routes.lock, { params, body }));
    return { json, text: `${channel} is frozen until ${minuteOf(until)}.` };
  },
};

export const unfreeze: Verb = {
  name: 'unfreeze',
  takes: '[CHANNEL] --reason WHY',
  summary: 'end a freeze',
  about: 'From then on builds can be shipped again.',
  options: { reason: reasonOption },
  examples: [['unfreeze production --reason "the fix of the year"', '']],
  run: async (given) => {
    const channel = frozenChannel(given);
    const params = { channel, app: everyApp };
    const body = { reason: await reasonFor(given) };
    orFail(await given.client.call(routes.unlock, { params, body }));
    return { json: { channel }, text: `${channel} is not frozen any more.` };
  },
};

const options = { reason: reasonOption, channel: channelOption };

export const lock: Verb = {
  name: 'lock',
  takes: 'APP --reason WHY',
  summary: 'let nobody promote an app for now',
  about: `Whoever tries is told the reason (exit code 6). Managers can still go back, by rollback: a lock
is for keeping a broken build from coming again, not for standing in the way of an incident.
What somebody else has locked stays theirs (exit code 6); your own gets the new reason.`,
  options,
  examples: [['lock mfe-notes --reason "1.3 signs people out; see the incident"', '']],
  run: async (given) => {
    const asked = await read(given);
    const { app, channel } = asked.params;
    const { client } = given;
    await requireChannel(channel, client);
    const made = await client.call(routes.lock, asked);
    if (!made.ok && made.code === 'unknown') {
      fail('unknown', `There is no app ${app}.${didYouMeanApp(app, await allBuilds(client))}`);
    }
    const json = orFail(made);
    return { json, text: `${app} is locked in ${json.channel}.` };
  },
};

export const unlock: Verb = {
  name: 'unlock',
  takes: 'APP --reason WHY',
  summary: 'end a lock',
  about: 'From then on the app can be promoted again.',
  options,
  examples: [['unlock mfe-notes --reason "1.3.1 mends it"', '']],
  run: async (given) => {
    const asked = await read(given);
    orFail(await given.client.call(routes.unlock, asked));
    const { app, channel } = asked.params;
    const text = `${app} is not locked in ${channel} any more.`;
    return { json: { channel, app }, text };
  },
};

async function read(given: Given) {
  const app = onlyWord(given.words, 'Name one app.');
  const body = { reason: await reasonFor(given) };
  return { params: { channel: channelOf(given), app }, body };
}
