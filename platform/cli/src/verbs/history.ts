import { routes } from '@tallystick/registry/contract/routes';
import { requireChannel } from '../channel/known-channel.ts';
import { describeMoves } from '../channel/moves.ts';
import { minute } from '../command/figures.ts';
import { channelOf, channelOption, type Given, type Verb, wordOrNone } from '../command/verb.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';

export const history: Verb = {
  name: 'history',
  takes: '[APP]',
  summary: 'who changed what, when and why; newest first',
  about: `Of one app: the revisions that moved it. Times are UTC.`,
  options: {
    limit: { value: 'N', about: 'so many revisions, at most 200; else 20' },
    before: { value: 'N', about: 'only revisions before N: the next page' },
    channel: channelOption,
  },
  examples: [
    ['history', ''],
    ['history mfe-notes --limit 5', 'the last five moves of one app'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const { words, client, io } = given;
  const app = wordOrNone(words, 'history takes one app, or none for all.');
  const limit = given.text('limit') ?? '20';
  const before = given.text('before');
  for (const [option, number] of Object.entries({ limit, before })) {
    if (number === undefined || /^[1-9]\d{0,14}$/.test(number)) continue;
    fail('usage', `--${option} is a whole number of 1 or more.`);
  }
  if (Number(limit) > 200) fail('usage', '--limit is at most 200.');
  const params = { channel: channelOf(given) };
  const query = { limit, before, app };
  const json = orFail(await client.call(routes.history, { params, query }));
  const { revisions, next } = json;
  const lines = revisions.flatMap((revision) => [
    `${io.paint('strong', `revision ${revision.revision}`)}  ${minute(revision.at)}  ${revision.kind} by ${revision.by}: ${revision.reason}`,
    ...describeMoves(revision, io).map((line) => `  ${line}`),
  ]);
  if (revisions.length === 0) {
    if (given.text('channel')) await requireChannel(params.channel, client);
    const none = `${params.channel} has no revision`;
    const which = app === undefined ? none : `${none} that moved ${app}`;
    lines.push(before === undefined ? `${which}.` : `${which} before ${before}.`);
  }
  if (next !== null) lines.push(io.paint('quiet', `More: --before ${next}`));
  return { json, text: lines.join('\n') };
}
