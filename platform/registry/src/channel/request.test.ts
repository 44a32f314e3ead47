import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NamedChange } from '../contract/change-request.ts';
import { buildOf, done, manager, publish, publisherOf, testKey } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { registryOver } from '../registry-over.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const [one, two, three] = [buildOf(1), buildOf(2), buildOf(3)];
const reason = 'because of this test';
const promote = (builds: Record<string, string | null>): NamedChange => {
  return { kind: 'promote', builds, reason };
};

const openTestRegistry = testRegistries();
describe('a request for a change', () => {
  let registry: Registry;
  let second: Registry;
  let channel = 'c';
  let number = 0;
  beforeAll(async () => {
    const opened = await openTestRegistry();
    registry = opened.registry;
    // As of another process over the same database.
    const { store, files } = opened;
    second = registryOver({ store: { ...store, close: async () => {} }, files, key: testKey });
    await publish(registry, 'shell', one, { kind: 'shell' });
    for (const build of [one, two, three]) await publish(registry, 'mfe-a', build);
    for (const build of [one, two]) await publish(registry, 'mfe-b', build);
  });
  afterAll(() => Promise.all([registry.close(), second.close()]));
  beforeEach(async () => {
    number += 1;
    channel = `c${number}`;
    const builds = { shell: one, 'mfe-a': one, 'mfe-b': one };
    done(await ask(promote(builds)));
  });

  const ask = (
    change: NamedChange,
    more: { seen?: number; dryRun?: boolean } = {},
    actor = manager,
  ) => registry.channel(channel).request(actor, { change, dryRun: false, ...more });
  const current = () => registry.channel(channel).current();

  it.each([
    ['no version', null, three],
    ['a version', '1.0.2', two],
    ['a build id', two, two],
  ])('resolves the build that %s means', async (_what, name, build) => {
    expect(done(await ask(promote({ 'mfe-a': name })))).toMatchObject({
      outcome: 'made',
      revision: { revision: 2, builds: { 'mfe-a': build } },
    });
  });

  it('answers of a dry run what would be, with each build by its id, and appends nothing', async () => {
    const answer = done(await ask(promote({ 'mfe-a': null, 'mfe-b': '1.0.2' }), { dryRun: true }));
    expect(answer).toMatchObject({
      outcome: 'would-be',
      revision: {
        revision: 2,
        moves: [
          { app: 'mfe-a', from: one, to: three },
          { app: 'mfe-b', from: one, to: two },
        ],
      },
      change: { kind: 'promote', builds: { 'mfe-a': three, 'mfe-b': two }, reason },
    });
    expect((await current())?.revision).toBe(1);
  });

  it('makes what was seen if others moved other apps, and is moved if they moved its own', async () => {
    done(await ask(promote({ 'mfe-b': two })));
    expect(done(await ask(promote({ 'mfe-a': two }), { seen: 1 }))).toMatchObject({
      outcome: 'made',
      revision: { revision: 3, builds: { 'mfe-a': two, 'mfe-b': two } },
    });
    expect(await ask(promote({ 'mfe-a': three }), { seen: 2 })).toEqual({
      ok: false,
      code: 'moved',
      problem: `mfe-a was moved meanwhile: Ann made revision 3 (${reason}), it is at ${two} now.`,
      next: 'Look at the status, and if you still want yours, run it again.',
    });
    expect(await ask(promote({ 'mfe-a': three }), { seen: 4 })).toMatchObject({ code: 'moved' });
    expect((await current())?.revision).toBe(3);
  });

  it.each<[string, NamedChange]>([
    ['a promotion', promote({ 'mfe-a': '1.0.1' })],
    [
      'a rollback to a version',
      { kind: 'rollback', apps: ['mfe-a'], to: { 'mfe-a': '1.0.1' }, recall: false, reason },
    ],
    ['an abort', { kind: 'abort', apps: ['mfe-a'], recall: false, reason }],
  ])('finds that the channel is as %s wishes', async (_what, change) => {
    for (const dryRun of [true, false]) {
      expect(done(await ask(change, { dryRun }))).toMatchObject({
        outcome: 'already',
        revision: { revision: 1 },
      });
    }
    expect((await current())?.revision).toBe(1);
  });

  it.each<[string, NamedChange, string, string, string]>([
    [
      'an app without builds',
      promote({ 'mfe-aa': null }),
      'unknown',
      'No build of mfe-aa was published. Did you mean "mfe-a"?',
      'Publish one, or look at what there is: builds.',
    ],
    [
      'a version that is not there',
      promote({ 'mfe-a': '1.0.9' }),
      'unknown',
      'mfe-a has no build 1.0.9. Did you mean "1.0.3"?',
      'Its builds: builds mfe-a.',
    ],
    [
      'an app that is not in the channel',
      { kind: 'remove', apps: ['mfe-bb'], reason },
      'unknown',
      'mfe-bb is not in CHANNEL. Did you mean "mfe-b"?',
      'What is: status.',
    ],
    [
      'a build that is not condemned',
      { kind: 'unhold', apps: ['mfe-a'], builds: { 'mfe-a': '1.0.1' }, reason },
      'unknown',
      'mfe-a 1.0.1 is not paused, rolled back by itself, recalled or undone.',
      'Which are: status.',
    ],
  ])('refuses %s, and says what to do', async (_what, change, code, problem, next) => {
    const refused = { ok: false, code, problem: problem.replace('CHANNEL', channel), next };
    expect(await ask(change)).toEqual(refused);
    expect(await ask(change, { dryRun: true })).toEqual(refused);
  });

  it('does not ship what is newer than a canary by the name of the app alone', async () => {
    done(await ask({ kind: 'canary', builds: { 'mfe-a': '1.0.2' }, percent: 5, reason }));
    expect(await ask(promote({ 'mfe-a': null }))).toMatchObject({ code: 'invalid' });
    done(await ask(promote({ 'mfe-a': '1.0.2' })));
  });

  it('is each team’s for its own app alone, also where nothing is to be changed', async () => {
    for (const dryRun of [true, false]) {
      const asked = ask(promote({ 'mfe-b': '1.0.1' }), { dryRun }, publisherOf('mfe-a'));
      expect(await asked).toMatchObject({ code: 'forbidden' });
    }
  });

  it('ships what is live in another channel, and refuses a team there what is of others', async () => {
    const from = channel;
    done(await ask(promote({ 'mfe-a': two, 'mfe-b': two })));
    channel = `${from}-next`;
    done(await ask(promote({ shell: one, 'mfe-a': one, 'mfe-b': one })));
    const all: NamedChange = { kind: 'promote', builds: {}, from, reason };
    expect(await ask(all, { seen: 1 }, publisherOf('mfe-a'))).toMatchObject({ code: 'forbidden' });
    const own: NamedChange = { ...all, builds: { 'mfe-a': null } };
    expect(done(await ask(own, {}, publisherOf('mfe-a')))).toMatchObject({
      revision: { builds: { 'mfe-a': two, 'mfe-b': one } },
    });
    expect(done(await ask(all, { dryRun: true }))).toMatchObject({
      outcome: 'would-be',
      change: { kind: 'promote', builds: { shell: one, 'mfe-a': two, 'mfe-b': two }, reason },
    });
  });

  it('made of several at once in two processes is lost by none', async () => {
    const registries = [registry, second];
    const changes = ['mfe-a', 'mfe-b'].flatMap((app) =>
      [5, 10, 15].map((percent): NamedChange => {
        return { kind: 'canary', builds: { [app]: '1.0.2' }, percent, reason };
      }),
    );
    const answers = await Promise.all(
      changes.map((change, n) =>
        registries[n % 2]?.channel(channel).request(manager, { change, dryRun: false }),
      ),
    );
    expect(answers.map((answer) => answer?.ok)).toEqual([true, true, true, true, true, true]);
    expect((await current())?.revision).toBe(7);
  });
});
