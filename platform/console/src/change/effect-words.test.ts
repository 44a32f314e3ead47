// @vitest-environment jsdom
import { buildNames } from '@tallystick/registry/contract/provenance';
import { describe, expect, it } from 'vitest';
import { ledger1, ledger2, ledger3 } from '../board/board.testing.ts';
import { effectWords as wordsOf } from './effect-words.ts';
import type { Effect } from './effects.ts';

const nameOf = buildNames([]);
const effectWords = (effect: Effect) => wordsOf(effect, nameOf);

const still = {
  app: 'mfe-ledger',
  from: ledger2,
  to: ledger2,
  canaryFrom: null,
  canaryTo: null,
  previews: [],
};

describe('what a change means', () => {
  it('is told of a roll back, with the tabs that leave at their next navigation', () => {
    expect(
      effectWords({
        ...still,
        to: ledger1,
        left: [{ build: ledger2, tabs: 6, recalled: false }],
      }),
    ).toEqual([
      'Every page load gets it from now on.',
      '6 open tabs run bbbbbbb and leave it at the next navigation.',
    ]);
  });

  it('is told of a recall, with the tab that leaves at once', () => {
    expect(
      effectWords({
        ...still,
        to: ledger1,
        left: [{ build: ledger2, tabs: 1, recalled: true }],
      })[1],
    ).toBe('1 open tab runs bbbbbbb and leaves it at once.');
  });

  it('is told of a recall, with the previews that end', () => {
    const recalled = [{ build: ledger2, tabs: 1, recalled: true }];
    const words = (previews: string[]) =>
      effectWords({ ...still, to: ledger1, left: recalled, previews }).at(-1);
    expect(words([ledger3])).toBe(
      'The link to a preview of ccccccc ends, with all previews that show it.',
    );
    expect(words([ledger3, ledger3, ledger2])).toBe(
      '3 links to previews of ccccccc, bbbbbbb end, with all previews that show them.',
    );
  });

  it('is told of a resumed canary, which gives nobody anything', () => {
    expect(effectWords({ ...still, left: [] })).toEqual([
      'The build may be released again. No browser gets it by this alone.',
    ]);
  });

  it('is told of a canary: its beginning, its growth, its end and its success', () => {
    const canary = { build: ledger3, percent: 5 };
    const words = [
      { ...still, canaryTo: canary, left: [] },
      { ...still, canaryFrom: canary, canaryTo: { ...canary, percent: 20 }, left: [] },
      { ...still, canaryFrom: canary, left: [{ build: ledger3, tabs: 0, recalled: false }] },
      { ...still, to: ledger3, canaryFrom: canary, left: [] },
    ].map(effectWords);
    expect(words).toEqual([
      ['5 % of browsers get ccccccc; the others keep what they have.'],
      ['20 % of browsers get ccccccc, in place of 5 %.'],
      ['The canary of ccccccc (5 %) ends.', 'No open tab runs ccccccc.'],
      ['Every page load gets it from now on.', 'Until now 5 % of browsers had it.'],
    ]);
  });

  it('is told of a ramp: where it goes, and that it is paused', () => {
    const ramp = { build: ledger3, percent: 5, ramp: { steps: [25, 100] } };
    const paused = { ...ramp, ramp: { steps: [25, 100], paused: true as const } };
    const words = [
      { ...still, canaryTo: ramp, left: [] },
      { ...still, canaryFrom: ramp, canaryTo: paused, left: [] },
    ].map(effectWords);
    expect(words).toEqual([
      [
        '5 % of browsers get ccccccc; the others keep what they have.',
        'Then 25 %, 100 %, by itself, while it fails no more often than the live build.',
      ],
      ['5 % of browsers keep ccccccc.', 'It stays at 5 % until somebody resumes it.'],
    ]);
  });

  it('is told of what is new and of what goes', () => {
    expect(effectWords({ ...still, from: null, left: [] })).toEqual([
      'It is new on this channel. Every page load gets it from now on.',
    ]);
    expect(effectWords({ ...still, to: null, left: [] })).toEqual(['It leaves this channel.']);
  });
});
