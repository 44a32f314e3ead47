import { expect, it } from 'vitest';
import type { Finding } from './assess.ts';
import { whyLeft } from './why-left.ts';

const hour = 3_600_000;
const came = '2030-01-01T00:00:00.000Z';
const settings = { mode: 'act', trial: 24 * hour } as const;
const finding: Finding = {
  app: 'mfe-a',
  build: '1.0.0-0123456789ab',
  role: 'live',
  figures: { browsers: 100, failed: 50, networks: 40 },
  networksNeeded: 40,
  sharedWith: null,
  against: { what: 'stated', build: null, browsers: 100, failed: 2 },
  chance: 0.000_001,
  slow: null,
  split: null,
};
const split = { asked: 10, came: 17, networks: 500 };
const slow = {
  measure: 'lcp',
  networks: 40,
  chance: 0.000_001,
  ours: { browsers: 100, p75: 1_500 },
  theirs: { browsers: 900, p75: 1_000 },
} as const;
const codeOf = (mode: 'act' | 'alert', changed: Partial<Finding>, hours: number) =>
  whyLeft({ ...settings, mode }, { ...finding, ...changed }, came, Date.parse(came) + hours * hour)
    ?.code ?? null;

it.each([
  ['alert', {}, 1, 'alert-only'],
  ['act', { sharedWith: 'mfe-b' }, 1, 'shared'],
  ['act', { sharedWith: 'mfe-b', role: 'canary' }, 1, 'shared'],
  ['act', {}, 25, 'long-live'],
  ['act', { networksNeeded: 41 }, 1, 'few-networks'],
  ['act', { role: 'canary', networksNeeded: 41 }, 25, null],
  ['act', {}, 24, null],
  ['act', { role: 'canary', split }, 1, 'split'],
  ['act', { role: 'canary', split, figures: { browsers: 9, failed: 5, networks: 5 } }, 1, null],
  ['act', { role: 'canary', slow }, 1, null],
  ['act', { role: 'canary', slow, split }, 1, 'split'],
] as const)('with the rule %s and %j, after %i hours: %s', (mode, changed, hours, code) => {
  expect(codeOf(mode, changed, hours)).toBe(code);
});
