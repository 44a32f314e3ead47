import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NamedChange } from '../contract/change-request.ts';
import { buildOf, done, manager, publish, publisherOf } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const [one, two, three] = [buildOf(1), buildOf(2), buildOf(3)];
const reason = 'because of this test';
const pageSize = { type: 'integer', default: 20, minimum: 1, maximum: 100 };
const newList = { type: 'boolean', default: false };
const promote = (builds: Record<string, string>): NamedChange => {
  return { kind: 'promote', builds, reason };
};
const undo = (revision: number, recall = false): NamedChange => {
  return { kind: 'undo', revision, recall, reason };
};
type Set = Extract<NamedChange, { kind: 'configure' }>;
const set = (values: Set['set'], more: Partial<Set> = {}): NamedChange => {
  return { kind: 'configure', app: 'mfe-a', set: values, now: false, reason, ...more };
};

const openTestRegistry = testRegistries();
describe('the settings of an app in a channel', () => {
  let registry: Registry;
  let channel = 's';
  let number = 0;
  beforeAll(async () => {
    ({ registry } = await openTestRegistry());
    await publish(registry, 'shell', one, { kind: 'shell' });
    await publish(registry, 'mfe-a', one, { settings: { pageSize, newList } });
    await publish(registry, 'mfe-a', two, { settings: { pageSize: { ...pageSize, maximum: 40 } } });
    await publish(registry, 'mfe-a', three, {
      settings: { pageSize, tone: { type: 'string', default: 'calm', enum: ['calm', 'bold'] } },
    });
    await publish(registry, 'mfe-b', one);
  });
  afterAll(() => registry.close());
  beforeEach(async () => {
    number += 1;
    channel = `s${number}`;
    done(await ask(promote({ shell: one, 'mfe-a': one, 'mfe-b': one })));
  });

  const ask = (
    change: NamedChange,
    more: { dryRun?: boolean; seen?: number } = {},
    actor = manager,
  ) => registry.channel(channel).request(actor, { change, dryRun: false, ...more });
  const current = () => registry.channel(channel).current();
  const stated = async () => {
    const revision = (await current())?.revision ?? 0;
    const signed = await registry.attestations.ofRevision(channel, revision);
    return JSON.parse(signed?.text ?? 'null');
  };

  it('are set by a revision that says what they were, and are signed with it', async () => {
    expect(await stated()).not.toHaveProperty('values');
    done(await ask(set({ pageSize: 50 })));
    done(await ask(set({ newList: true })));
    expect(await current()).toMatchObject({
      revision: 3,
      kind: 'configure',
      builds: { 'mfe-a': one },
      values: { 'mfe-a': { values: { pageSize: 50, newList: true } } },
      moves: [
        {
          app: 'mfe-a',
          from: one,
          to: one,
          settings: {
            from: { values: { pageSize: 50 } },
            to: { values: { pageSize: 50, newList: true } },
          },
        },
      ],
      by: 'Ann',
      reason,
    });
    expect(await stated()).toMatchObject({
      values: { 'mfe-a': { values: { pageSize: 50, newList: true } } },
    });
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('hold in their own channel alone, and stay as builds come and go', async () => {
    done(await ask(set({ pageSize: 30 })));
    done(await ask(promote({ 'mfe-a': three })));
    done(await ask({ kind: 'rollback', apps: ['mfe-a'], to: {}, recall: false, reason }));
    expect((await current())?.values).toEqual({ 'mfe-a': { values: { pageSize: 30 } } });
    channel = `${channel}-other`;
    done(await ask(promote({ shell: one, 'mfe-a': one })));
    expect(await current()).not.toHaveProperty('values');
  });

  it('end where they are unset, and with the app', async () => {
    done(await ask(set({ pageSize: 30, newList: true })));
    done(await ask(set({ newList: null })));
    expect((await current())?.values).toEqual({ 'mfe-a': { values: { pageSize: 30 } } });
    done(await ask({ kind: 'remove', apps: ['mfe-a'], reason }));
    expect(await current()).not.toHaveProperty('values');
    done(await ask(undo(4)));
    expect((await current())?.values).toEqual({ 'mfe-a': { values: { pageSize: 30 } } });
    done(await ask(set({ pageSize: null })));
    expect(await current()).not.toHaveProperty('values');
  });

  it('go back with the revision that set them, even where the app is locked', async () => {
    done(await ask(set({ pageSize: 30 })));
    done(await ask(set({ pageSize: 40, newList: true })));
    done(await registry.channel(channel).lock(manager, 'mfe-a', reason));
    expect(await ask(set({ pageSize: 50 }))).toMatchObject({ code: 'locked' });
    done(await ask(undo(3)));
    expect(await current()).toMatchObject({
      kind: 'rollback',
      builds: { 'mfe-a': one },
      values: { 'mfe-a': { values: { pageSize: 30 } } },
    });
  });

  it('are for a share of browsers, then for all', async () => {
    done(await ask(set({ pageSize: 30 })));
    done(await ask(set({ newList: true }, { percent: 10 })));
    done(await ask(set({}, { percent: 20 })));
    const share = { percent: 20, values: { newList: true } };
    expect((await current())?.values).toEqual({ 'mfe-a': { values: { pageSize: 30 }, share } });
    done(await ask(set({}, { complete: true })));
    expect((await current())?.values).toEqual({
      'mfe-a': { values: { pageSize: 30, newList: true } },
    });
    expect(await ask(set({}, { complete: true }))).toMatchObject({ code: 'invalid' });
  });

  it('have one value once they are set for all', async () => {
    done(await ask(set({ newList: true, pageSize: 50 }, { percent: 10 })));
    done(await ask(set({ newList: false })));
    expect((await current())?.values).toEqual({
      'mfe-a': { values: { newList: false }, share: { percent: 10, values: { pageSize: 50 } } },
    });
  });

  it('that are urgent say since when, until something later is', async () => {
    done(await ask(set({ newList: true }, { now: true })));
    done(await ask(set({ pageSize: 50 })));
    expect((await current())?.values?.['mfe-a']?.now).toBe(2);
    done(await ask(undo(3, true)));
    const urgent = { values: { newList: true }, now: 4 };
    expect((await current())?.values).toEqual({ 'mfe-a': urgent });
  });

  it('are made as they were looked at', async () => {
    const change = set({ pageSize: 50 });
    expect(done(await ask(change, { dryRun: true }))).toMatchObject({
      outcome: 'would-be',
      change,
      revision: { revision: 2, values: { 'mfe-a': { values: { pageSize: 50 } } } },
    });
    done(await ask(set({ newList: true })));
    expect(await ask(change, { seen: 1 })).toMatchObject({ code: 'moved' });
    expect(done(await ask(change, { seen: 2 }))).toMatchObject({ outcome: 'made' });
    const already = { outcome: 'already', revision: { revision: 3 } };
    for (const one of [change, set({})]) expect(done(await ask(one))).toMatchObject(already);
  });

  it.each<[string, Set['set'], string, string]>([
    [
      'a name that is not declared',
      { size: 3 },
      'unfit',
      'mfe-a declares no setting size: it has newList, pageSize',
    ],
    ['a name of every object', { toString: 3 }, 'unfit', 'declares no setting toString'],
    ['another type', { newList: 'yes' }, 'unfit', `newList of mfe-a ${one} must be a boolean`],
    ['out of bounds', { pageSize: 101 }, 'unfit', `pageSize of mfe-a ${one} must be 100 or less`],
  ])('that are %s are refused', async (_what, values, code, problem) => {
    expect(await ask(set(values))).toMatchObject({
      code,
      problem: expect.stringContaining(problem),
    });
    expect((await current())?.revision).toBe(1);
  });

  it('fit the live build and the canary', async () => {
    done(await ask({ kind: 'canary', builds: { 'mfe-a': two }, percent: 5, reason }));
    expect(await ask(set({ pageSize: 50 }))).toMatchObject({
      code: 'unfit',
      problem: `pageSize of mfe-a ${two} must be 40 or less`,
    });
    done(await ask(set({ pageSize: 40, newList: true })));
    expect((await current())?.canaries).toEqual({ 'mfe-a': { build: two, percent: 5 } });
  });

  it('that a build does not take keep none from shipping: who ships it is told before', async () => {
    done(await ask(set({ pageSize: 50, newList: true })));
    const notes = [
      `mfe-a ${two} does not take newList = true, which is set: it is not declared.`,
      `mfe-a ${two} does not take pageSize = 50, which is set: it must be 40 or less; its default 20 holds.`,
    ];
    const change = promote({ 'mfe-a': two });
    expect(done(await ask(change, { dryRun: true }))).toMatchObject({ notes });
    expect(
      (await registry.channel(channel).canShip({ builds: { 'mfe-a': two }, unpublished: [] }))
        .notes,
    ).toEqual(notes);
    expect(done(await ask(change))).toMatchObject({ outcome: 'made', notes });
  });

  it('are for who may promote the app', async () => {
    const change = set({ pageSize: 50 });
    expect(await ask(change, {}, publisherOf('mfe-b'))).toMatchObject({ code: 'forbidden' });
    const of = publisherOf('mfe-a');
    const may = { ...of, scope: { kind: 'publisher', app: 'mfe-a', may: 'publish' } } as const;
    expect(await ask(change, {}, may)).toMatchObject({ code: 'forbidden' });
    expect(done(await ask(change, {}, of))).toMatchObject({ outcome: 'made' });
  });

  it('are at most 4 KB of an app, all together', async () => {
    await publish(registry, 'mfe-words', one, {
      settings: Object.fromEntries(
        Array.from({ length: 9 }, (_, at) => [`w${at}`, { type: 'string', default: '' }]),
      ),
    });
    done(await ask(promote({ 'mfe-words': one })));
    const words = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`w${at}`, 'x'.repeat(450)]),
    );
    expect(
      await ask({ kind: 'configure', app: 'mfe-words', set: words, now: false, reason }),
    ).toMatchObject({
      code: 'oversize',
    });
  });

  it('of an app that is not in the channel are unknown', async () => {
    expect(await ask(set({ pageSize: 1 }, { app: 'mfe-aa' }))).toMatchObject({
      code: 'unknown',
      problem: `mfe-aa is not in ${channel}. Did you mean "mfe-a"?`,
    });
  });
});
