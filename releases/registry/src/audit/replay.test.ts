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
    const link = { sequence: revision, at, by: 'Ann', previousHash: '', hash: '' };
    const detail = { revision: body };
    const kept = { channel: 'c', revision, body };
    expect(replay.follow({ ...link, action: 'change', detail }, kept)).toEqual([]);
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
    return planChange({ ...stateOf(replay, 'c'), undone: null, byManager: true }, what);
  };
  expect(back({})).toMatchObject({ ok: true, value: { builds: { 'mfe-a': one } } });
  expect(back({ 'mfe-a': one })).toMatchObject({ ok: true, value: { builds: { 'mfe-a': one } } });
  expect(back({ 'mfe-a': buildOf(3) })).toMatchObject({ ok: false, code: 'invalid' });
  // Published anew under that id it may be another.
  const link = { sequence: 600, at, by: 'Ann', previousHash: '', hash: '' };
  const detail = { deleted: [{ app: 'mfe-a', build: one }] };
  expect(replay.follow({ ...link, action: 'gc', detail }, undefined)).toEqual([]);
  expect(back({ 'mfe-a': one })).toMatchObject({ ok: false, code: 'invalid' });
});
