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

  it('stand before those that are well where they fail: their canary, however few browsers have it', () => {
    const few = { ...untold, browsers: { browsers: 5, failed: 5 } };
    const withCanary: Board = {
      ...board,
      current: { ...revision, canaries: { 'mfe-ledger': { build: ledger3, percent: 1 } } },
      builds: [
        { app: 'mfe-ledger', build: ledger2, tabs: 900, loads: 10_000, failures: 0, ...untold },
        { app: 'mfe-ledger', build: ledger3, tabs: 9, loads: 5, failures: 5, ...few },
      ],
    };
    const [first, second] = standings(withCanary);
    expect([first?.app, second?.app]).toEqual(['mfe-ledger', 'mfe-auth']);
    expect(first).toMatchObject({ severity: 'failing', concerns: [{ code: 'failing' }] });
    expect(first?.builds.map(({ role, severity }) => [role, severity])).toEqual([
      ['live', 'calm'],
      ['canary', 'failing'],
    ]);
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
