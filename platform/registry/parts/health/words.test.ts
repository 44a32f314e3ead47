import { expect, it } from 'vitest';
import { buildNames } from '../../src/contract/provenance.ts';
import { verdictWords } from './words.ts';

const nameOf = buildNames([]);

it.each([
  [1, 'failed in 9 of 20 browsers (1 network; boot 9)'],
  [4, 'failed in 9 of 20 browsers (4 networks; boot 9)'],
])('says in how many networks a build failed: %d', (networks, words) => {
  const against = { what: 'stated', build: null, browsers: 100, failed: 2 } as const;
  const verdict = { app: 'mfe-a', build: '1.0.0-aaaaaaaaaaaa', browsers: 20, failed: 9 };
  const rest = { networks, kinds: { boot: 9 }, against, chance: 1e-5, seconds: 60 };
  expect(verdictWords({ ...verdict, ...rest }, nameOf)).toContain(words);
});

it('says how much slower a build is', () => {
  const build = '1.0.0-bbbbbbbbbbbb';
  const verdict = {
    ...{ app: 'mfe-a', build: '1.0.0-aaaaaaaaaaaa', browsers: 420, failed: 3, networks: 3 },
    ...{ kinds: {}, against: { what: 'live' as const, build, browsers: 3_800, failed: 20 } },
    ...{ chance: 2 ** -17, seconds: 60 },
    slow: {
      ...{ measure: 'lcp' as const, networks: 90, chance: 2 ** -17 },
      ours: { browsers: 412, p75: 1_448 },
      theirs: { browsers: 3_700, p75: 1_218 },
    },
  };
  expect(verdictWords(verdict, nameOf)).toBe(
    'LCP 1,448 ms at the 75th percentile of 412 browsers (slow in 90 networks) within 60 s; ' +
      'the live bbbbbbb 1,218 ms of 3700; by luck alone at most 1 in 131,072',
  );
});
