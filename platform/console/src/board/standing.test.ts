import type { Board } from '@tallystick/registry/contract/board';
import { describe, expect, it } from 'vitest';
import { auth1, board, ledger1, ledger2, ledger3, revision, untold } from './board.testing.ts';
import { standingOf, standings } from './standing.ts';

describe('the apps of a channel', () => {
  it('are told by name, with the builds that tabs run: the live one first', () => {
    const told = standings(board);
    expect(told.map(({ app, build }) => [app, build])).toEqual([
      ['mfe-auth', auth1],
      ['mfe-ledger', ledger2],
    ]);
    expect(told[1]?.builds.map(({ build, role, tabs }) => [build, role, tabs])).toEqual([
      [ledger2, 'live', 6],
      [ledger1, 'former', 2],
    ]);
  });

  it('count loads of what browsers are given now, not of former builds', () => {
    expect(standingOf(board, 'mfe-ledger').loads).toEqual({
      ran: 30,
      failed: 0,
      rate: 0,
      severity: 'calm',
    });
  });

  it('are as grave as their canary, however few browsers have it', () => {
    const withCanary: Board = {
      ...board,
      current: { ...revision, canaries: { 'mfe-ledger': { build: ledger3, percent: 1 } } },
      builds: [
        { app: 'mfe-ledger', build: ledger2, tabs: 900, loads: 10_000, failures: 0, ...untold },
        { app: 'mfe-ledger', build: ledger3, tabs: 9, loads: 5, failures: 5, ...untold },
      ],
    };
    const { loads, builds } = standingOf(withCanary, 'mfe-ledger');
    expect(loads).toEqual({ ran: 10_005, failed: 5, rate: 5 / 10_010, severity: 'failing' });
    expect(builds.map(({ role }) => role)).toEqual(['live', 'canary']);
  });

  it('have what the registry paused of them, and what it leaves to people', () => {
    const paused = {
      ...{ why: 'paused' as const, app: 'mfe-ledger', build: ledger3, percent: 10, revision: 8 },
      ...{ at: revision.at, by: 'the registry', reason: 'it failed' },
    };
    const verdict = {
      ...{ app: 'mfe-ledger', build: ledger2, browsers: 20, failed: 20, networks: 20, kinds: {} },
      against: { what: 'stated' as const, build: null, browsers: 100, failed: 2 },
      ...{ chance: 0, seconds: 60 },
    };
    const notice = {
      ...{ kind: 'left' as const, channel: 'production', app: 'mfe-ledger', build: ledger2 },
      ...{ revision: 7, at: revision.at, text: 'it fails', verdict },
    };
    const told = {
      ...board,
      // The other was paused before the live build came: another has taken its place since.
      condemned: [{ ...paused, build: ledger1, revision: 5 }, paused],
      left: [notice],
    };
    expect(standingOf(told, 'mfe-ledger')).toMatchObject({ paused, left: notice });
    expect(standingOf(told, 'mfe-auth')).toMatchObject({ paused: null, left: null });
  });

  it('keep a recalled build in sight for as long as a tab runs it', () => {
    const builds = (tabs: number) =>
      standingOf(
        {
          ...board,
          condemned: [
            {
              ...{ why: 'recalled', app: 'mfe-ledger', build: ledger1, revision: 7 },
              ...{ at: revision.at, by: 'ana', reason: 'it failed' },
            },
          ],
          builds: [{ app: 'mfe-ledger', build: ledger1, tabs, loads: 0, failures: 9, ...untold }],
        },
        'mfe-ledger',
      ).builds.map(({ role }) => role);
    expect([builds(1), builds(0)]).toEqual([['recalled'], []]);
  });

  it('that were removed stay while tabs run them; one never heard of has nothing', () => {
    const removed: Board = { ...board, current: { ...revision, builds: { 'mfe-auth': auth1 } } };
    expect(standings(removed).map(({ app, build }) => [app, build])).toEqual([
      ['mfe-auth', auth1],
      ['mfe-ledger', null],
    ]);
    expect(standingOf(board, 'mfe-new')).toMatchObject({ build: null, builds: [] });
    const none = { build: null, canary: null, paused: null, since: null };
    expect(standingOf(board, 'constructor')).toMatchObject(none);
    expect(standings({ ...board, current: null, builds: [] })).toEqual([]);
  });
});

describe('loads', () => {
  it.each([
    [0, 0, null, 'calm'],
    [50, 0, 0, 'calm'],
    [9, 1, 0.1, 'watch'],
    [7, 3, 0.3, 'failing'],
    [997, 3, 0.003, 'watch'],
    [0, 3, 1, 'failing'],
  ])('%d that ran and %d that failed: %s of all, %s', (loads, failures, rate, severity) => {
    const one = { app: 'mfe-ledger', build: ledger2, tabs: 1, loads, failures, ...untold };
    const told = standingOf({ ...board, builds: [one] }, 'mfe-ledger');
    expect(told.loads).toEqual({ ran: loads, failed: failures, rate, severity });
  });
});
