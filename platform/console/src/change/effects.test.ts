import { describe, expect, it } from 'vitest';
import { board, ledger1, ledger2, ledger3, revision } from '../board/board.testing.ts';
import { typedPercent } from './draft.ts';
import { effectsOf } from './effects.ts';

const still = { app: 'mfe-ledger', canaryFrom: null, canaryTo: null };
const canary = { build: ledger3, percent: 5 };

describe('what a change takes from browsers', () => {
  it.each([
    ['another build: the one before', { ...still, from: ledger1, to: ledger2 }, [ledger1]],
    ['a first build: nothing', { ...still, from: null, to: ledger1 }, []],
    ['a removal: the build', { ...still, from: ledger1, to: null }, [ledger1]],
    ['a canary: nothing', { ...still, from: ledger2, to: ledger2, canaryTo: canary }, []],
    [
      'the end of a canary: its build',
      { ...still, from: ledger2, to: ledger2, canaryFrom: canary },
      [ledger3],
    ],
    [
      'a canary that becomes live: the build before',
      { ...still, from: ledger2, to: ledger3, canaryFrom: canary },
      [ledger2],
    ],
    [
      'a larger share: nothing',
      {
        ...still,
        from: ledger2,
        to: ledger2,
        canaryFrom: canary,
        canaryTo: { ...canary, percent: 50 },
      },
      [],
    ],
  ])('%s', (_, move, left) => {
    const [effect] = effectsOf({ ...revision, moves: [move] }, board);
    expect(effect?.left.map(({ build }) => build)).toEqual(left);
  });

  it('is told with the open tabs that run it, and whether it is recalled', () => {
    const back = {
      ...revision,
      moves: [{ ...still, from: ledger2, to: ledger1 }],
      recalled: [{ app: 'mfe-ledger', build: ledger2 }],
    };
    expect(effectsOf(back, board)).toEqual([
      {
        app: 'mfe-ledger',
        from: ledger2,
        to: ledger1,
        canaryFrom: null,
        canaryTo: null,
        left: [{ build: ledger2, tabs: 6, recalled: true }],
        previews: [],
      },
    ]);
  });
});

describe('a draft', () => {
  it.each([
    ['5', 5],
    ['12.5 %', 12.5],
    ['0,5', 0.5],
    ['', null],
    ['0', null],
    ['100', null],
    ['many', null],
  ])('%j as a share is %s', (text, percent) => {
    expect(typedPercent(text)).toBe(percent);
  });
});
