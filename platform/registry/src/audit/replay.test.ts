import { expect, it } from 'vitest';
import { planChange } from '../channel/plan.ts';
import type { Move, Revision } from '../contract/channel.ts';
import { buildOf } from '../registry.testing.ts';
import { openReplay, stateOf } from './replay.ts';

const at = '2026-11-21T00:00:00.000Z';
const [one, two] = [buildOf(1), buildOf(2)];

it('follows a build back that was live, after however many shares of a canary', () => {
  const replay = openReplay();
  const follow = (revision: number, kind: Revision['kind'], move: Omit<Move, 'app'>) => {
    const body: Revision = {
      ...{ channel: 'c', revision, kind, at, by: 'Ann', reason: 'why' },
      ...{ builds: { 'mfe-a': move.to ?? '' }, canaries: {}, recalled: [] },
      moves: [{ app: 'mfe-a', ...move }],
    };
    const entry = { sequence: revision, at, by: 'Ann' };
    const detail = { revision: body };
    const kept = { channel: 'c', revision, body };
    expect(replay.follow({ ...entry, action: 'change', detail }, kept, null)).toEqual([]);
  };
  const none = { canaryFrom: null, canaryTo: null };
  follow(1, 'promote', { from: null, to: one, ...none });
  follow(2, 'promote', { from: one, to: two, ...none });
  for (let number = 3; number < 600; number += 1) {
    follow(number, 'canary', { from: two, to: two, ...none });
  }
  const { past } = stateOf(replay, 'c');
  expect(past.get('mfe-a')?.live).toMatchObject({ revision: 2, kind: 'promote', at });
  const back = (to: Record<string, string>) => {
    const what = { kind: 'rollback' as const, apps: ['mfe-a'], to, recall: false, reason: 'why' };
    const asked = { undone: null, byManager: true, by: 'Ann', at, avoided: [] };
    return planChange({ ...stateOf(replay, 'c'), ...asked }, what);
  };
  expect(back({})).toMatchObject({ ok: true, value: { builds: { 'mfe-a': one } } });
  expect(back({ 'mfe-a': one })).toMatchObject({ ok: true, value: { builds: { 'mfe-a': one } } });
  expect(back({ 'mfe-a': buildOf(3) })).toMatchObject({ ok: false, code: 'invalid' });
  // Published anew under that id it may be another.
  const entry = { sequence: 600, at, by: 'Ann' };
  const detail = { deleted: [{ app: 'mfe-a', build: one }] };
  expect(replay.follow({ ...entry, action: 'gc', detail }, undefined, null)).toEqual([]);
  expect(back({ 'mfe-a': one })).toMatchObject({ ok: false, code: 'invalid' });
});

it('knows of revisions of before, beside which no verdict was written, what they have condemned', () => {
  const replay = openReplay();
  let revision = 0;
  let builds = { 'mfe-a': one };
  const follow = (more: Partial<Revision> & Pick<Revision, 'kind'>, beside: object = {}) => {
    revision += 1;
    const from = builds['mfe-a'];
    builds = { 'mfe-a': more.builds?.['mfe-a'] ?? from };
    const body: Revision = {
      ...{ channel: 'c', revision, at, by: 'Ann', reason: 'why', canaries: {}, recalled: [] },
      moves: [{ app: 'mfe-a', from, to: builds['mfe-a'], canaryFrom: null, canaryTo: null }],
      ...{ builds, ...more },
    };
    const entry = { sequence: revision, at, by: 'Ann' };
    const detail = { revision: body, ...beside };
    const kept = { channel: 'c', revision, body };
    expect(replay.follow({ ...entry, action: 'change', detail }, kept, null)).toEqual([]);
  };
  const condemned = () =>
    stateOf(replay, 'c').condemned.map((each) => `${each.build} ${each.why} ${each.revision}`);
  const paused = { build: two, percent: 20, revision: 3, at, reason: 'it failed' };
  follow({ kind: 'promote' });
  follow({ kind: 'canary', canaries: { 'mfe-a': { build: two, percent: 20 } } });
  follow({ kind: 'hold', by: 'the registry', held: { 'mfe-a': paused } });
  expect(stateOf(replay, 'c').condemned).toEqual([
    { why: 'paused', app: 'mfe-a', by: 'the registry', ...paused },
  ]);
  // To ship another build ended a pause then; its verdict goes on.
  follow({ kind: 'promote', builds: { 'mfe-a': buildOf(3) } });
  expect(condemned()).toEqual([`${two} paused 3`]);
  const recalled = [{ app: 'mfe-a', build: buildOf(3) }];
  follow({ kind: 'recall', builds: { 'mfe-a': one }, recalled });
  expect(condemned()).toEqual([`${two} paused 3`, `${buildOf(3)} recalled 5`]);
  // To ship the very build ended its verdict then.
  follow({ kind: 'promote', builds: { 'mfe-a': two }, recalled });
  expect(condemned()).toEqual([`${buildOf(3)} recalled 5`]);
  follow({ kind: 'unhold', recalled });
  expect(condemned()).toEqual([`${buildOf(3)} recalled 5`]);
  // From then on it stands beside each.
  follow({ kind: 'unhold', recalled: [] }, { condemned: [] });
  expect(condemned()).toEqual([]);
});
