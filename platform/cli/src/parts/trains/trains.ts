import type { NamedChange } from '@tallystick/registry/contract/change-request';
import { minuteOf } from '@tallystick/registry/contract/scalars';
import { trainRoutes } from '@tallystick/registry/parts/trains/contract/routes';
import type { Train } from '@tallystick/registry/parts/trains/contract/train';
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
  takes: '[cancel ID --reason WHY]',
  summary: 'what is planned to be promoted together, and when',
  about: `A train is planned by promote --at. It leaves at its time, as one revision by who planned it, if it
still fits and nobody has moved one of its apps since. A freeze keeps it; then it has to be planned
again. Whoever may promote each of its apps may cancel it.`,
  options: { reason: reasonOption, channel: channelOption },
  examples: [
    ['promote mfe-notes mfe-memos --at 2026-12-02T09:00Z --reason "spring"', 'plans one'],
    ['trains', ''],
    ['trains cancel 1f2e3d4c --reason "not yet"', ''],
  ],
  run: async (given) => {
    const [word, id, ...others] = given.words;
    if (word === undefined) return await list(given);
    if (word !== 'cancel' || id === undefined || others.length > 0) {
      return fail('usage', 'trains is followed by nothing, or by cancel ID.');
    }
    const params = { channel: channelOf(given), id };
    const body = { reason: await reasonFor(given) };
    const json = orFail(await given.client.call(trainRoutes.cancelTrain, { params, body }));
    return { json, text: `Train ${id} does not leave.` };
  },
};

/** Plans a train of what a promotion names. */
export async function planTrain(
  given: Given,
  { builds, from }: Pick<Extract<NamedChange, { kind: 'promote' }>, 'builds' | 'from'>,
): Promise<Outcome> {
  const at = momentOf(given, 'at');
  const reason = await reasonFor(given);
  const body = { builds, at, reason, ...(from !== undefined && { from }) };
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
