import { describe, expect, it } from 'vitest';
import { longestBlank, type Snapshot, timeline } from './snapshot.ts';

const snapshot = (at: number, more: Partial<Snapshot>): Snapshot => ({
  at,
  blank: false,
  raw: null,
  main: 'content',
  words: '',
  build: null,
  kept: false,
  ...more,
});

describe('the longest time without a word', () => {
  it('ends with the first word, or has not ended', () => {
    const snapshots = [
      snapshot(0, { blank: true }),
      snapshot(40, {}),
      snapshot(100, { blank: true }),
    ];
    expect(longestBlank(snapshots, 120)).toBe(40);
    expect(longestBlank(snapshots, 300)).toBe(200);
    expect(longestBlank([snapshot(0, {})], 300)).toBe(0);
  });
});

describe('what people saw', () => {
  it('is told once, from when it matters, and not what is nothing yet', () => {
    const snapshots = [
      snapshot(0, { words: 'Home' }),
      snapshot(10, { main: 'waiting', words: 'a' }),
      snapshot(11, { main: 'waiting', words: 'b' }),
      snapshot(12, { main: 'nothing' }),
      snapshot(20, { words: 'Account', build: '1' }),
      snapshot(21, { words: 'Account', build: '1' }),
      snapshot(30, { words: 'Home' }),
    ];
    expect(timeline(snapshots, 5, 'Account').map(({ main, words }) => `${main} ${words}`)).toEqual([
      'waiting a',
      'content Account',
    ]);
  });
});
