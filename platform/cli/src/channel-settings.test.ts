import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runHere, writeApp } from './release.testing.ts';
import { openStock, type Stock, shellOne } from './stock.testing.ts';

const build = '1.0.0-515151515151';
const settings = {
  pageSize: { type: 'integer', default: 20, minimum: 1, maximum: 100 },
  newList: { type: 'boolean', default: false },
  tone: { type: 'string', default: 'calm', enum: ['calm', 'bold'] },
};

let stock: Stock;
let channel: string;
beforeAll(async () => {
  stock = await openStock();
  await stock.here('publish', await writeApp(stock.house, 'mfe-set', build, {}, { settings }));
});
afterAll(() => stock.house.close());
beforeEach(async () => {
  channel = await stock.newChannel();
  const reason = 'the beginning';
  await stock.change(channel, { kind: 'promote', builds: { 'mfe-set': build }, reason });
});

const to = () => ['--channel', channel, '--reason', 'because of this test'];
const run = (...words: string[]) => stock.here('settings', 'mfe-set', ...words, ...to());
const values = async () => (await stock.current(channel))?.values;

it('sets, unsets and shows the settings of an app, each channel by itself', async () => {
  await stock.here('publish', await writeApp(stock.house, 'mfe-shown', build, {}, { settings }));
  const reason = 'the beginning';
  for (const name of ['shown-a', 'shown-b']) {
    const builds = { shell: shellOne, 'mfe-shown': build };
    await stock.change(name, { kind: 'promote', builds, reason });
  }
  const set = (name: string, ...words: string[]) =>
    stock.here('settings', 'mfe-shown', ...words, '--channel', name, '--reason', reason);
  await set('shown-a', 'set', 'newList=true');
  expect(await set('shown-b', 'set', 'pageSize=50', 'tone=bold')).toMatchObject({
    code: 0,
    out: 'Done: shown-b is at revision 2.',
    err: expect.stringContaining('mfe-shown  settings as declared → pageSize=50 tone=bold'),
  });
  expect(await set('shown-b', 'set', 'newList=true', '--share', '10%')).toMatchObject({ code: 0 });
  const { out } = await stock.here('settings', 'mfe-shown');
  expect(out.split('\n\n')[1]?.split('\n')).toEqual([
    'SETTING   TYPE     DEFAULT  shown-a  shown-b',
    'newList   boolean  false    true     (true for 10 %)',
    'pageSize  integer  20       -        50',
    'tone      string   calm     -        bold',
  ]);
  expect(await stock.document('settings', 'mfe-shown')).toMatchObject({
    channels: [{ channel: 'shown-a' }, { channel: 'shown-b', declared: settings }],
  });
  await set('shown-b', 'complete');
  await set('shown-b', 'unset', 'pageSize', 'tone');
  expect((await stock.current('shown-b'))?.values).toEqual({
    'mfe-shown': { values: { newList: true } },
  });
});

it('says what would be, and takes it back as one revision', async () => {
  expect((await run('set', 'pageSize=50', '--dry-run')).out).toBe(
    `${channel} would get revision 3:\nmfe-set  settings as declared → pageSize=50`,
  );
  expect(await values()).toBeUndefined();
  const urgent = await run('set', 'newList=true', '--now');
  expect(urgent.err).toContain('open tabs take them at once');
  expect(await values()).toEqual({ 'mfe-set': { values: { newList: true }, now: 3 } });
  await stock.here('rollback', '--revision', '3', ...to());
  expect(await values()).toBeUndefined();
});

it('shows in history and between two revisions what was set', async () => {
  await run('set', 'pageSize=50');
  expect((await stock.here('history', '--channel', channel)).out).toContain('pageSize=50');
  expect((await stock.here('diff', '2', '3', '--channel', channel)).out).toBe(
    'mfe-set  settings as declared → pageSize=50',
  );
});

it.each([
  [['set', 'sise=5'], 2, 'mfe-set: there is no setting sise.'],
  [['set', 'pageSize=500'], 2, 'mfe-set: pageSize must be 100 or less.'],
  [['set'], 2, 'Name a setting.'],
  [['unset', 'tone', '--share', '5'], 2, '--share is for "set", not for "unset".'],
  [['set', 'pageSize=5', '--share', '100'], 2, '--share is a number from 0.01 to 99.99.'],
  [['set', 'pageSize=5', '--bytes', '4'], 2, 'There is no option --bytes of settings mfe-set set;'],
  [['unset', 'sise'], 0, ''],
  [['complete'], 1, 'no share of browsers has settings of mfe-set of its own'],
])('answers %j in words', async (words, code, problem) => {
  expect(await run(...words)).toMatchObject({ code, err: expect.stringContaining(problem) });
});

it('keeps what is of a channel from what is of all', async () => {
  expect(await stock.here('settings', 'mfe-set', '--channel', channel)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--channel goes with "set", "unset" or "complete".'),
  });
});

it('is for the token that may promote the app', async () => {
  const words = ['settings', 'mfe-set', 'set', 'pageSize=50', ...to()];
  const as = async (name: string, app: string) => ({
    variables: { RELEASE_TOKEN: await stock.token(name, '--app', app) },
  });
  expect(await runHere(stock.house, words, await as('note-ci', 'mfe-note'))).toMatchObject({
    code: 4,
  });
  expect(await runHere(stock.house, words, await as('set-ci', 'mfe-set'))).toMatchObject({
    code: 0,
  });
});
