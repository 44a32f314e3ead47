import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { manager, openTestAdmin, startChannel, type TestAdmin } from './admin.testing.ts';

const shellOne = '1.0.0-aaaaaaaaaaaa';
const noteOne = '1.0.0-bbbbbbbbbbbb';
const noteTwo = '1.1.0-cccccccccccc';

let admin: TestAdmin;
let authorization = '';
let channel = 'channel';
let channels = 0;
beforeAll(async () => {
  admin = await openTestAdmin();
  authorization = `Bearer ${(await admin.token(manager)).secret}`;
  await admin.publish('shell', shellOne);
  await admin.publish('mfe-note', noteOne);
  await admin.publish('mfe-note', noteTwo);
});
afterAll(() => admin.close());
beforeEach(async () => {
  channels += 1;
  channel = `channel-${channels}`;
  await startChannel(admin, channel, { shell: shellOne, 'mfe-note': noteOne });
});

const get = (url: string) => admin.server.inject({ url, headers: { authorization } });
const post = (call: string, payload: object, headers: Record<string, string> = {}) =>
  admin.server.inject({
    method: 'POST',
    url: `/v1/channels/${channel}/${call}`,
    headers: { authorization, ...headers },
    payload,
  });

const change = { kind: 'promote', builds: { 'mfe-note': null }, reason: 'totals' };

it('one call says what would be, and one makes it: 201 with its revision as the ETag', async () => {
  const looked = await post('changes', { change, dryRun: true });
  expect([looked.statusCode, looked.headers.etag]).toEqual([200, undefined]);
  const meant = { ...change, builds: { 'mfe-note': noteTwo } };
  expect(looked.json()).toMatchObject({
    outcome: 'would-be',
    revision: { revision: 2 },
    change: meant,
  });
  const made = await post('changes', { change: meant, seen: 1 });
  expect([made.statusCode, made.headers.etag]).toEqual([201, '"2"']);
  expect(made.json()).toMatchObject({ outcome: 'made', revision: { revision: 2, by: 'maria' } });
  const again = await post('changes', { change });
  expect([again.statusCode, again.headers.etag]).toEqual([200, '"2"']);
  expect(again.json()).toMatchObject({ outcome: 'already', revision: { revision: 2 } });
});

it('says where a change is seen, of a channel that has a site', async () => {
  const builds = { 'mfe-note': noteTwo };
  expect((await post('changes', { change: { ...change, builds } })).json()).not.toHaveProperty(
    'site',
  );
  channel = 'staging';
  await startChannel(admin, channel, { shell: shellOne, 'mfe-note': noteOne });
  const made = await post('changes', { change: { ...change, builds } });
  expect(made.json()).toMatchObject({ outcome: 'made', site: 'http://staging.test:4001' });
});

it.each([
  [{ ...change, builds: {} }, 400, 'invalid'],
  [{ ...change, builds: { 'mfe-note': 'newest' } }, 400, 'invalid'],
  [{ ...change, reason: 'no' }, 400, 'invalid'],
  [{ ...change, builds: { 'mfe-note': '9.0.0' } }, 404, 'unknown'],
])('%j is refused: %i', async (payload, status, code) => {
  const answer = await post('changes', { change: payload });
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

it('a refusal says what to do beside what is wrong', async () => {
  const nowhere = { ...change, builds: { 'mfe-not': null } };
  expect((await post('changes', { change: nowhere })).json()).toEqual({
    code: 'unknown',
    error: 'No build of mfe-not was published. Did you mean "mfe-note"?',
    next: 'Publish one, or look at what there is: builds.',
  });
});

it('a command of an earlier version still promotes by the five calls that it makes', async () => {
  const published = (await get('/v1/builds')).json();
  expect(published[0]).toMatchObject({ app: 'mfe-note', build: noteTwo });
  for (const _time of ['which is meant', 'what is live']) {
    expect((await get(`/v1/channels/${channel}`)).headers.etag).toBe('"1"');
  }
  const promote = { ...change, builds: { 'mfe-note': noteTwo } };
  expect((await post('preview', promote)).json()).toMatchObject({ revision: 2 });
  const made = await post('revisions', promote, { 'if-match': '"1"' });
  expect([made.statusCode, made.json().revision]).toEqual([201, 2]);
});
