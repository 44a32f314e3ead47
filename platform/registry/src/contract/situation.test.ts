import { describe, expect, it } from 'vitest';
import type { Board } from './board.ts';
import { boardStates, notes1 } from './board-states.testing.ts';
import { situationOf } from './situation.ts';

const told = (board: Board) =>
  situationOf(board, 'production').map(({ severity, says, meanwhile, remedy }) =>
    [severity, says, meanwhile, remedy && `${remedy.words} (${remedy.command})`].filter(Boolean),
  );

describe('what is wrong is told in words, and what takes it away', () => {
  it.each<[keyof typeof boardStates, string[][]]>([
    ['all well', [['calm', 'All is well: no failure in 60 browsers lately, 60 open tabs.']]],
    [
      'canary failing',
      [
        [
          'failing',
          'Canary 113bca9 of notes (10 % of browsers) fails in 2 of 20 browsers: “totals exploded”, src/routes.tsx:15',
          'Those visitors see 4be1d0c, the live build. Live is fine. All are of 1 network: the registry judges from 5 on.',
          'End the canary (abort notes)',
        ],
      ],
    ],
    [
      'live failing',
      [
        [
          'failing',
          'notes 113bca9, which is live, fails in 8 of 41 browsers: “totals exploded”, src/routes.tsx:15',
          'Those visitors see 4be1d0c, an earlier build.',
          'Go back to 4be1d0c (rollback notes)',
        ],
      ],
    ],
    [
      'nobody there',
      [
        [
          'calm',
          'Not known: no browser has reported lately.',
          'Open the site to see whether it answers.',
        ],
      ],
    ],
    [
      'live failing, nothing before',
      [
        [
          'failing',
          'notes 113bca9, which is live, fails in 8 of 41 browsers: “totals exploded”, src/routes.tsx:15',
          'Those visitors get no other build in its place. There is no earlier build.',
          'Release another build (promote notes)',
        ],
      ],
    ],
    [
      'ramp under way',
      [
        ['calm', 'All is well: no failure in 60 browsers lately, 60 open tabs.'],
        [
          'calm',
          'The ramp of notes 113bca9 is under way: 5 % of browsers have it, then 25 %, 100 %.',
          'It waits for browsers: 34 of 50 have had it lately.',
        ],
      ],
    ],
    [
      'ramp in doubt',
      [
        [
          'watch',
          'Canary 113bca9 of notes (5 % of browsers, its ramp is held) fails in 1 of 53 browsers.',
          'Those visitors see 4be1d0c, the live build. Live is fine. All are of 1 network: the registry judges from 5 on. Its ramp waits: it fails more often than the live build, by up to 7.1 points.',
          'End the canary (abort notes)',
        ],
      ],
    ],
    [
      'ramp paused',
      [
        [
          'watch',
          'The ramp of notes 113bca9 is paused by Ana Weiss: “We look at a report”',
          '5 % of browsers keep it, and no more get it until somebody resumes it.',
          'Resume the ramp (ramp resume notes)',
        ],
      ],
    ],
    [
      'frozen',
      [
        ['calm', 'All is well: no failure in 60 browsers lately, 60 open tabs.'],
        [
          'watch',
          'production is frozen by Ana Weiss until 2027-01-02 08:00 UTC: “Holidays”',
          'Nothing new is shipped. Going back is possible all the time.',
        ],
      ],
    ],
    [
      'settings of a share failing',
      [
        [
          'failing',
          'notes fails more often with the settings that 10 % of browsers have: in 9 of 40 browsers, and in 3 of 380 others.',
          'The registry leaves it to you.',
          'Take the settings back (rollback --revision 42)',
        ],
      ],
    ],
    [
      'held',
      [
        [
          'watch',
          'Canary 113bca9 of notes failed: the registry took it from all browsers.',
          'Visitors get 4be1d0c. Nothing has to be done at once.',
        ],
      ],
    ],
    [
      'taken back',
      [
        [
          'watch',
          'notes 113bca9 failed: the registry took it back.',
          'Visitors get 4be1d0c. Nothing has to be done at once.',
        ],
      ],
    ],
    [
      'recalled',
      [
        [
          'watch',
          'Recall of notes 113bca9: 9 of 40 tabs still run it.',
          'Visitors get 4be1d0c. Open tabs leave by themselves.',
        ],
      ],
    ],
    [
      'shell failing',
      [
        [
          'failing',
          'shell e07c3a2+5e11bb0, which is live, fails in 9 of 40 browsers.',
          'Those visitors get no other build in its place. The registry leaves it to you.',
          'Go back to 9d2f001 (rollback shell)',
        ],
      ],
    ],
    [
      'locked',
      [
        ['calm', 'All is well: no failure in 60 browsers lately, 60 open tabs.'],
        [
          'calm',
          'notes is locked by Ana Weiss: “Freeze until the audit”',
          'Nobody ships it. A manager can still take it back.',
        ],
      ],
    ],
    ['nothing published', [['calm', 'Nothing is live on production yet.']]],
  ])('%s', (state, lines) => {
    expect(told(boardStates[state])).toEqual(lines);
  });

  it('the worst of several stands first, and what is only worth a look last', () => {
    const several = situationOf(boardStates['several failing'], 'staging');
    expect(several.map(({ app, remedy }) => [app, remedy?.command])).toEqual([
      ['notes', 'rollback notes --channel staging'],
      ['shell', 'rollback shell --channel staging'],
    ]);
    const held = { ...boardStates['shell failing'], condemned: boardStates.held.condemned };
    expect(situationOf(held, 'production').map(({ severity }) => severity)).toEqual([
      'failing',
      'watch',
    ]);
  });

  it('the live build is named where a canary stands beside it, and where both fail', () => {
    const { builds } = boardStates['canary failing'];
    const both = {
      ...boardStates['canary failing'],
      builds: builds.map((one) =>
        one.build === notes1 ? { ...one, browsers: { browsers: 40, failed: 12 } } : one,
      ),
    };
    expect(situationOf(both, 'production')).toMatchObject([
      { remedy: { command: 'rollback notes --live' } },
      { meanwhile: expect.stringContaining('The live build fails too, in 12 of 40.') },
    ]);
  });

  it('one browser is worth a look; loads that fail in browsers that do not count are told as such', () => {
    const { builds } = boardStates['all well'];
    const with1 = (more: Partial<Board['builds'][number]>) => ({
      ...boardStates['all well'],
      builds: builds.map((one) => (one.app === 'notes' ? { ...one, ...more } : one)),
    });
    const one = { browsers: { browsers: 41, failed: 1 } };
    expect(told(with1(one))[0]?.[0]).toBe('watch');
    expect(told(with1({ ...one, failures: 27 }))[0]?.[0]).toBe('failing');
    const uncounted = { failures: 27, loads: 73, browsers: { browsers: 3, failed: 0 } };
    expect(told(with1(uncounted))[0]).toEqual([
      'watch',
      'notes 4be1d0c, which is live, failed in 27 of 100 loads of the last hour, in no browser that counts.',
      'Of each network only a few browsers count, only lately, and none for a widget in pages of another app. The registry leaves it to you. See its errors.',
      'Go back to 0123abc (rollback notes)',
    ]);
  });

  it('of a build whose commit nobody knows, the hash of its content is its name', () => {
    const nameless = { ...boardStates['live failing'], sources: [] };
    expect(situationOf(nameless, 'production')[0]).toMatchObject({
      says: expect.stringMatching(/^notes aa55aa5, which is live,/),
      remedy: { words: 'Go back to 85f5bf4' },
    });
  });

  it('where there is nothing to go back to and nothing can be shipped, there is nothing to press', () => {
    const first = {
      ...boardStates['live failing, nothing before'],
      locks: boardStates.frozen.locks,
    };
    expect(situationOf(first, 'production')[0]?.remedy).toBeNull();
  });

  it('a ramp waits for the end of a freeze, and one in doubt that does not fail says so', () => {
    const ramp = boardStates['ramp under way'];
    const frozen = { ...ramp, locks: boardStates.frozen.locks };
    expect(told(frozen)[1]?.[2]).toBe('It waits for the freeze to end.');
    const paused = { ...boardStates['ramp paused'], locks: boardStates.frozen.locks };
    expect(situationOf(paused, 'production')[0]?.remedy).toBeNull();
    const until = '2026-11-30T03:00:00.000Z';
    const early: Board = { ...ramp, ramps: { notes: { state: 'early', until } } };
    expect(told(early)[1]?.[2]).toBe('It keeps this share until 2026-11-30 03:00 UTC at least.');
    const doubt: Board = { ...ramp, ramps: { notes: { state: 'doubt', high: 0.031 } } };
    expect(told(doubt)).toEqual([
      [
        'watch',
        'The ramp of notes 113bca9 waits: it fails more often than the live build, by up to 3.1 points.',
        '5 % of browsers have it. It goes on by itself once the figures allow.',
        'End the canary (abort notes)',
      ],
    ]);
  });
});
