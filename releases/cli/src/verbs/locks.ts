import type { RequestOf } from '@tallystick/registry/contract/route';
import { routes } from '@tallystick/registry/contract/routes';
import { allBuilds, didYouMeanApp } from '../builds/find-build.ts';
import { reasonFor } from '../command/reason.ts';
import { channelOf, channelOption, type Given, reasonOption, type Verb } from '../command/verb.ts';
import { type Failure, failure } from '../outcome.ts';

const options = { reason: reasonOption, channel: channelOption };

export const lock: Verb = {
  name: 'lock',
  takes: 'APP --reason WHY',
  summary: 'let nobody promote an app for now',
  about: `Whoever tries is told the reason (exit code 6). Managers can still go back, by rollback: a lock
is for keeping a broken build from coming again, not for standing in the way of an incident.`,
  options,
  examples: [['lock mfe-ledger --reason "1.3 signs people out; see the incident"', '']],
  run: async (given) => {
    const asked = await read(given);
    if (!asked.ok) return asked;
    const { app } = asked.params;
    const made = await given.client.call(routes.lock, asked);
    if (!made.ok) return made.code === 'unknown' ? await unknownApp(app, given) : made;
    return { ok: true, json: made.value, text: `${app} is locked in ${made.value.channel}.` };
  },
};

export const unlock: Verb = {
  name: 'unlock',
  takes: 'APP --reason WHY',
  summary: 'end a lock',
  about: 'From then on the app can be promoted again.',
  options,
  examples: [['unlock mfe-ledger --reason "1.3.1 mends it"', '']],
  run: async (given) => {
    const asked = await read(given);
    if (!asked.ok) return asked;
    const { app, channel } = asked.params;
    const ended = await given.client.call(routes.unlock, asked);
    if (!ended.ok) return ended;
    return {
      ok: true,
      json: { channel, app },
      text: `${app} is not locked in ${channel} any more.`,
    };
  },
};

async function unknownApp(app: string, { client }: Given): Promise<Failure> {
  const published = await allBuilds(client);
  if (!published.ok) return published;
  return failure('unknown', `There is no app ${app}.${didYouMeanApp(app, published.value)}`);
}

type Asked = { ok: true } & RequestOf<typeof routes.lock>;

async function read(given: Given): Promise<Asked | Failure> {
  const [app, ...others] = given.words;
  if (app === undefined || others.length > 0) return failure('usage', 'Name one app.');
  const reason = await reasonFor(given);
  if (!reason.ok) return reason;
  const params = { channel: channelOf(given), app };
  return { ok: true, params, body: { reason: reason.value } };
}
