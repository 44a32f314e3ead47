import { describe, expect, it } from 'vitest';
import { longestBlank, type Sight, story } from './sight.ts';

const sight = (at: number, more: Partial<Sight>): Sight => ({
  at,
  blank: false,
  raw: null,
  frame: true,
  main: 'content',
  words: '',
  build: null,
  kept: false,
  ...more,
});

describe('the longest time without a word', () => {
  it('ends with the first word, or has not ended', () => {
    const sights = [sight(0, { blank: true }), sight(40, {}), sight(100, { blank: true })];
    expect(longestBlank(sights, 120)).toBe(40);
    expect(longestBlank(sights, 300)).toBe(200);
    expect(longestBlank([sight(0, {})], 300)).toBe(0);
  });
});

describe('what people saw', () => {
  it('is told once, from when it matters, and not what is nothing yet', () => {
    const sights = [
      sight(0, { words: 'Home' }),
      sight(10, { main: 'waiting', words: 'a' }),
      sight(11, { main: 'waiting', words: 'b' }),
      sight(12, { main: 'nothing' }),
      sight(20, { words: 'Account', build: '1' }),
      sight(21, { words: 'Account', build: '1' }),
      sight(30, { words: 'Home' }),
    ];
    expect(story(sights, 5, 'Account').map(({ main, words }) => `${main} ${words}`)).toEqual([
      'waiting a',
      'content Account',
    ]);
  });
});
