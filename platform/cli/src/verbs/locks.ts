import { routes } from '@tallystick/registry/contract/routes';
import { allBuilds, didYouMeanApp } from '../builds/find-build.ts';
import { requireChannel } from '../channel/known-channel.ts';
import { reasonFor } from '../command/reason.ts';
import {
  channelOf,
  channelOption,
  type Given,
  onlyWord,
  reasonOption,
  type Verb,
} from '../command/verb.ts';
import { fail, orFail } from '../outcome.ts';

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
