import { didYouMean } from '@tallystick/contract/nearest';
import { appOfSlot } from '@tallystick/contract/slots';
import { routes } from '@tallystick/registry/contract/routes';
import type { SlotState } from '@tallystick/registry/contract/slot-state';
import { requireReason } from '../command/reason.ts';
import { table } from '../command/table.ts';
import { changeOptions, channelOf, type Given, type Verb, withOnly } from '../command/verb.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';
import { makeChange } from './change.ts';

export const slots: Verb = {
  name: 'slots',
  takes: '[APP] | hide|show|order SLOT APP/WIDGET… --reason WHY',
  summary: 'what other apps bring into the slots of a page, and which of it is shown',
  about: `Without more it lists the slots, of all apps or of one, with what live builds bring into each, in
its order. A manager hides a widget there, shows it again, or says which come first ("order"; with
no widget, as their apps say it). It is a revision like others: history tells of it, and undo takes
it back. Open tabs follow at their next navigation.`,
  options: changeOptions,
  examples: [
    ['slots mfe-notes', ''],
    ['slots hide mfe-notes:beside mfe-cards/note-card --reason "too slow"', ''],
    ['slots order mfe-notes:beside mfe-tags/tags --reason "tags first"', 'then the others'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const [act, slot, ...names] = given.words;
  if (act !== 'hide' && act !== 'show' && act !== 'order') return await list(given);
  if (slot === undefined)
    return fail('usage', `Name a slot, such as: slots ${act} mfe-notes:beside`);
  if (names.length === 0 && act !== 'order') {
    return fail('usage', 'Name a widget, such as mfe-cards/note-card. Which there are: slots.');
  }
  requireReason(given);
  const known = await slotsOf(given);
  const found = known.find((one) => one.slot === slot);
  if (found === undefined) {
    const guess = didYouMean(
      slot,
      known.map((one) => one.slot),
    );
    return fail('unknown', `There is no slot ${slot}.${guess}`, 'Which there are: slots.');
  }
  const widgets = found.widgets.map(({ name }) => name);
  const stray = names.find((name) => !widgets.includes(name));
  // What is hidden and gone meanwhile can be shown again all the same.
  if (stray !== undefined && act !== 'show') {
    return fail('unknown', `Nobody brings ${stray} into ${slot}.${didYouMean(stray, widgets)}`);
  }
  return await makeChange(given, (reason) => ({
    kind: 'slots',
    slot,
    hide: act === 'hide' ? names : [],
    show: act === 'show' ? names : [],
    ...(act === 'order' && { order: names }),
    reason,
  }));
}

async function list(given: Given): Promise<Outcome> {
  const [app, ...others] = given.words;
  if (others.length > 0) fail('usage', 'slots takes one app, or hide, show or order and a slot.');
  const { io } = withOnly(given, 'slots', 'channel');
  const json = (await slotsOf(given)).filter((one) => app === undefined || one.app === app);
  const none = app === undefined ? 'There is no slot' : `${app} has no slot`;
  if (json.length === 0) return { json, text: `${none} in ${channelOf(given)}.` };
  const lines = json.flatMap(({ slot, exists, widgets }) => {
    const head = io.paint('strong', slot);
    const title = exists
      ? head
      : `${head}  ${io.paint('warn', `${appOfSlot(slot)} does not have it`)}`;
    if (widgets.length === 0) return [title, io.paint('quiet', '  nobody brings anything')];
    const rows = widgets.map(({ name, build, hidden }, at) => [
      `  ${at + 1}`,
      name,
      build,
      hidden ? 'hidden' : 'shown',
    ]);
    return [title, table(['  ', 'widget', 'build', ''], rows, io)];
  });
  return { json, text: lines.join('\n') };
}

async function slotsOf(given: Given): Promise<SlotState[]> {
  const params = { channel: channelOf(given) };
  return orFail(await given.client.call(routes.slots, { params }));
}
