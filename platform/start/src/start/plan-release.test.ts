import type { Board } from '@tallystick/registry/contract/board';
import { describe, expect, it } from 'vitest';
import { planRelease } from './plan-release.ts';

const old = '1.0.0-aaaaaaaaaaaa';
const fresh = '1.0.0-bbbbbbbbbbbb';
const at = '2026-11-21T08:00:00.000Z';

const verdict = { app: 'mfe-note', revision: 7, at, by: 'the registry', reason: 'it failed' };
const tried = { build: '1.0.0-cccccccccccc', percent: 5 };

function board({ reason = 'npm start', canary = false, held = false, locked = false } = {}): Board {
  return {
    apps: [],
    current: {
      channel: 'production',
      revision: 7,
      kind: 'promote',
      builds: { 'mfe-note': old },
      canaries: canary ? { 'mfe-note': tried } : {},
      recalled: [],
      moves: [],
      at,
      by: 'maria',
      reason,
    },
    ...{ before: {}, sources: [], minNetworks: 5, thrown: [] },
    since: { 'mfe-note': { revision: 7, at, by: 'maria', reason } },
    locks: locked
      ? [{ channel: 'production', app: 'mfe-note', reason: 'an incident', by: 'maria', at }]
      : [],
    condemned: held ? [{ ...tried, ...verdict, why: 'paused' }] : [],
    tabs: 0,
    builds: [],
    recalls: [],
    left: [],
    breaches: [],
    errors: {},
    ramps: {},
    alerts: [],
  };
}
const none: Board = { ...board(), current: null, since: {} };
const note = (build: string, published: boolean) => [{ app: 'mfe-note', build, published }];

describe('what a start makes live', () => {
  it('is everything at the first release, also if a start before broke off after publishing', () => {
    expect(planRelease(none, note(fresh, true)).promote).toEqual([`mfe-note@${fresh}`]);
    expect(planRelease(none, note(fresh, false)).promote).toEqual([`mfe-note@${fresh}`]);
  });

  it('is nothing when that is live already', () => {
    expect(planRelease(board(), note(old, false))).toEqual({ promote: [], notes: [] });
  });

  it('is a build that is new', () => {
    const byHand = board({ reason: 'rolled back', canary: true });
    expect(planRelease(byHand, note(fresh, true))).toEqual({
      promote: [`mfe-note@${fresh}`],
      notes: [],
    });
  });

  it('is an app that is new, beside one that stays', () => {
    const builds = [...note(old, false), { app: 'mfe-more', build: fresh, published: true }];
    expect(planRelease(board(), builds).promote).toEqual([`mfe-more@${fresh}`]);
  });

  it('is a build from before, in the place of what another start made live', () => {
    expect(planRelease(board(), note(fresh, false)).promote).toEqual([`mfe-note@${fresh}`]);
  });

  it('is not what was taken back, though it is published anew', () => {
    const taken: Board = {
      ...board(),
      condemned: [{ ...verdict, why: 'undone', build: fresh, revision: 3 }],
    };
    const { promote, notes } = planRelease(taken, note(fresh, true));
    expect(promote).toEqual([]);
    expect(notes[0]).toContain('was taken back');
  });

  it.each([
    ['rolled back', board({ reason: 'totals are wrong' }), 'has 1.0.0-aaaaaaaaaaaa live, by maria'],
    ['begun a canary', board({ canary: true }), 'has 1.0.0-aaaaaaaaaaaa live, by maria'],
    ['tried, and the registry held', board({ held: true }), 'has 1.0.0-aaaaaaaaaaaa live'],
    ['locked the app', board({ locked: true }), 'is locked (an incident)'],
  ])('is not what somebody has %s since', (_what, since, said) => {
    const { promote, notes } = planRelease(since, note(fresh, false));
    expect(promote).toEqual([]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(said);
  });

  it('is not even a new build of a locked app', () => {
    expect(planRelease(board({ locked: true }), note(fresh, true)).promote).toEqual([]);
  });
});
