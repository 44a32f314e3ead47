import type { Asked } from '@tallystick/registry/parts/approvals/contract/approvals';
import { approvalRoutes } from '@tallystick/registry/parts/approvals/contract/routes';
import { describeMoves } from '../../channel/moves.ts';
import { ago } from '../../command/figures.ts';
import { reasonFor } from '../../command/reason.ts';
import {
  channelOf,
  channelOption,
  type Given,
  reasonOption,
  type Verb,
  withOnly,
} from '../../command/verb.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';

export const approvals: Verb = {
  name: 'approvals',
  takes: 'list | approve ID | decline ID | on | off',
  summary: 'changes that wait for a second person',
  about: `Where a channel asks for it (on, off: administrators), what goes on there waits until somebody else who may
do it themselves approves it. It is made then, if none of its apps has moved since. What goes back (rollback, abort, recall)
waits for nobody. Whoever asked for a change may take it back: decline.`,
  options: { reason: reasonOption, channel: channelOption },
  examples: [
    ['approvals list', ''],
    ['approvals approve 3f9a2c', ''],
    ['approvals decline 3f9a2c --reason "not on a Friday"', ''],
    ['approvals on --reason "two pairs of eyes"', 'administrators'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const [what, id, ...others] = given.words;
  if (what === 'list' && id === undefined) {
    return await list(withOnly(given, 'approvals list', 'channel'));
  }
  if ((what === 'on' || what === 'off') && id === undefined) return await set(given, what === 'on');
  if (id !== undefined && others.length === 0) {
    if (what === 'approve')
      return await approve(withOnly(given, 'approvals approve', 'channel'), id);
    if (what === 'decline') return await decline(given, id);
  }
  return fail('usage', 'approvals is followed by list, approve ID, decline ID, on or off.');
}

async function list(given: Given): Promise<Outcome> {
  const { client, io } = given;
  const channel = channelOf(given);
  const state = orFail(await client.call(approvalRoutes.approvals, { params: { channel } }));
  const asks = state.asks ? 'asks for a second person.' : 'asks for no second person.';
  const lines = state.waiting.flatMap((one) => describe(one, io));
  const none = lines.length === 0 ? ['Nothing waits.'] : lines;
  return { json: state, text: [`${channel} ${asks}`, ...none].join('\n') };
}

function describe({ id, by, at, change, wouldBe }: Asked, io: Given['io']): string[] {
  const what = describeMoves(wouldBe, io).map((line) => `  ${line}`);
  return [`${id}  ${change.kind}, by ${by} ${ago(at, io.now())}: ${change.reason}`, ...what];
}

async function set(given: Given, asks: boolean): Promise<Outcome> {
  const channel = channelOf(given);
  const body = { asks, reason: await reasonFor(given) };
  const call = given.client.call(approvalRoutes.setApprovals, { params: { channel }, body });
  const text = `${channel} asks for ${asks ? 'a' : 'no'} second person from now on.`;
  return { json: orFail(await call), text };
}

async function approve(given: Given, id: string): Promise<Outcome> {
  const channel = channelOf(given);
  const body = { answer: 'approve' as const };
  const params = { channel, id };
  const made = orFail(await given.client.call(approvalRoutes.answerApproval, { params, body }));
  const { revision } = made;
  const text =
    revision === null
      ? `${channel} was like that already.`
      : `${given.io.paint('good', 'Done:')} ${channel} is at revision ${revision}.`;
  return { json: made, text };
}

async function decline(given: Given, id: string): Promise<Outcome> {
  const body = { answer: 'decline' as const, reason: await reasonFor(given) };
  const params = { channel: channelOf(given), id };
  const done = orFail(await given.client.call(approvalRoutes.answerApproval, { params, body }));
  return { json: done, text: `${id} is declined: nothing has changed.` };
}
