import { expect, it } from 'vitest';
import { verdictWords } from './words.ts';

it.each([
  [1, 'failed in 9 of 20 browsers (1 network; boot 9)'],
  [4, 'failed in 9 of 20 browsers (4 networks; boot 9)'],
])('says in how many networks a build failed: %d', (networks, words) => {
  const against = { what: 'stated', build: null, browsers: 100, failed: 2 } as const;
  const verdict = { app: 'mfe-a', build: '1.0.0-aaaaaaaaaaaa', browsers: 20, failed: 9 };
  const rest = { networks, kinds: { boot: 9 }, against, chance: 1e-5, seconds: 60 };
  expect(verdictWords({ ...verdict, ...rest })).toContain(words);
});
