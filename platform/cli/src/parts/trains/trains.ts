import { minuteOf } from '@tallystick/registry/contract/scalars';
import { trainRoutes } from '@tallystick/registry/parts/trains/contract/routes';
import type { Train } from '@tallystick/registry/parts/trains/contract/train';
import { readNames } from '../../builds/named-build.ts';
import { reasonFor } from '../../command/reason.ts';
import { table } from '../../command/table.ts';
import {
  channelOf,
  channelOption,
  type Given,
  momentOf,
  reasonOption,
  type Verb,
} from '../../command/verb.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';

export const trains: Verb = {
  name: 'trains',
  takes: '[plan APP[@VERSION]… --at WHEN | cancel ID] --reason WHY',
  summary: 'what is planned to be promoted together, and when',
  about: `A version stands for its newest build, an app alone for its newest build. A train leaves at its time, as one revision by who planned it, if it
still fits and nobody has moved one of its apps since. A freeze keeps it; then it has to be planned
again. Whoever may promote each of its apps may cancel it.`,
  options: {
    at: { value: 'WHEN', about: 'plan: when it leaves, such as 2026-12-02T09:00Z' },
    reason: reasonOption,
    channel: channelOption,
  },
  examples: [
    ['trains plan mfe-notes mfe-memos --at 2026-12-02T09:00Z --reason "spring"', 'plans one'],
    ['trains', ''],
    ['trains cancel 1f2e3d4c --reason "not yet"', ''],
  ],
  run: async (given) => {
    const [word, id, ...others] = given.words;
    if (word === undefined) return await list(given);
    if (word === 'plan' && id !== undefined) return await plan(given, [id, ...others]);
    if (word !== 'cancel' || id === undefined || others.length > 0) {
      return fail('usage', 'trains is followed by nothing, plan APP…, or cancel ID.');
    }
    const params = { channel: channelOf(given), id };
    const body = { reason: await reasonFor(given) };
    const json = orFail(await given.client.call(trainRoutes.cancelTrain, { params, body }));
    return { json, text: `Train ${id} does not leave.` };
  },
};

async function plan(given: Given, words: readonly string[]): Promise<Outcome> {
  const names = readNames(words).map(({ app, version = null }) => [app, version] as const);
  const at = momentOf(given, 'at');
  const reason = await reasonFor(given);
  const body = { builds: Object.fromEntries(names), at, reason };
  const params = { channel: channelOf(given) };
  const json = orFail(await given.client.call(trainRoutes.planTrain, { params, body }));
  return { json, text: `Train ${json.id} leaves at ${minuteOf(at)}: ${buildsText(json)}.` };
}

async function list(given: Given): Promise<Outcome> {
  const params = { channel: channelOf(given) };
  const json = orFail(await given.client.call(trainRoutes.trains, { params }));
  if (json.length === 0) return { json, text: `No train is planned in ${params.channel}.` };
  const rows = json.map((one) => [
    one.id,
    minuteOf(one.at),
    buildsText(one),
    one.by,
    [one.state, one.revision, one.problem].filter((part) => part !== undefined).join(' '),
  ]);
  return { json, text: table(['TRAIN', 'LEAVES', 'BUILDS', 'BY', 'STATE'], rows, given.io) };
}

function buildsText({ builds }: Train): string {
  return Object.entries(builds)
    .map(([app, build]) => `${app}@${build}`)
    .join(', ');
}
