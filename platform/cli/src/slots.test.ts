import { type DraftOptions, publish } from '@tallystick/registry/registry.testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, runHere, type TestHouse } from './release.testing.ts';
import { maria, noteOne, otherOne, shellOne } from './stock.testing.ts';

let house: TestHouse;
const slot = 'mfe-note:beside';
const reason = ['--reason', 'a test of it'];
const here = (...words: string[]) => runHere(house, words);

function bringing(...exposes: string[]): DraftOptions {
  const none = { sync: [], async: [] };
  const manifest = {
    metaData: { remoteEntry: { name: 'entry.js' } },
    exposes: exposes.map((path) => ({ path, assets: { js: none, css: none } })),
  };
  return {
    exposes,
    brings: exposes.map((expose, at) => ({ slot, expose, order: at })),
    files: { 'mf-manifest.json': JSON.stringify(manifest) },
  };
}

beforeAll(async () => {
  house = await openHouse();
  const { registry } = house;
  await publish(registry, 'shell', shellOne, { kind: 'shell' });
  await publish(registry, 'mfe-note', noteOne, { slots: ['beside', 'below'] });
  await publish(registry, 'mfe-other', otherOne, bringing('./card', './stamp'));
  const builds = { shell: shellOne, 'mfe-note': noteOne, 'mfe-other': otherOne };
  const change = { kind: 'promote' as const, builds, reason: 'the beginning' };
  const made = await registry.channel('production').change(maria, 0, change);
  if (!made.ok) throw new Error(made.problem);
});
afterAll(() => house.close());

it('lists what is brought into the slots, as it stands there', async () => {
  expect((await here('slots', 'mfe-note')).out).toBe(
    [
      'mfe-note:below',
      '  nobody brings anything',
      'mfe-note:beside',
      '     widget           build',
      `  1  mfe-other/card   ${otherOne}  shown`,
      `  2  mfe-other/stamp  ${otherOne}  shown`,
    ].join('\n'),
  );
  expect((await here('slots', 'mfe-other')).out).toBe('mfe-other has no slot in production.');
});

it('hides, orders and shows by revisions, of which history tells, and undo', async () => {
  const order = async () => {
    const [, found] = JSON.parse((await here('slots', '--json')).out);
    return found.widgets.map(
      (one: { name: string; hidden: boolean }) => `${one.name}${one.hidden ? ' hidden' : ''}`,
    );
  };
  const dry = await here('slots', 'hide', slot, 'mfe-other/card', '--dry-run');
  expect(dry.out).toContain(`${slot}  hidden: mfe-other/card`);
  expect(await order()).toEqual(['mfe-other/card', 'mfe-other/stamp']);
  expect((await here('slots', 'hide', slot, 'mfe-other/card', ...reason)).out).toBe(
    'Done: production is at revision 2.',
  );
  await here('slots', 'order', slot, 'mfe-other/stamp', ...reason);
  expect(await order()).toEqual(['mfe-other/stamp', 'mfe-other/card hidden']);
  expect((await here('history', 'mfe-note')).out).toContain(
    `${slot}  hidden: mfe-other/card; first: mfe-other/stamp`,
  );
  const undo = { kind: 'undo' as const, revision: 3, recall: false, reason: 'not so' };
  await house.registry.channel('production').change(maria, 3, undo);
  await here('slots', 'show', slot, 'mfe-other/card', ...reason);
  expect(await order()).toEqual(['mfe-other/card', 'mfe-other/stamp']);
});

it.each([
  [['hide', slot], 2, /Name a widget/],
  [['hide', 'mfe-note:besides', 'mfe-other/card'], 1, /no slot mfe-note:besides.*mfe-note:beside/],
  [['hide', slot, 'mfe-other/cart'], 1, /Nobody brings mfe-other\/cart.*mfe-other\/card/],
])('says what is wrong with slots %s', async (words, code, problem) => {
  const ran = await here('slots', ...words, ...reason);
  expect(ran.code).toBe(code);
  expect(ran.err).toMatch(problem);
});
