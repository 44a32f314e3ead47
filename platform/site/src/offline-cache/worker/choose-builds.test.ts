import { expect, it } from 'vitest';
import type { CachedBuild } from './cached-page.ts';
import { chooseBuilds } from './choose-builds.ts';

const remote = (app: string, bytes: number, more: Partial<CachedBuild> = {}): CachedBuild => ({
  app,
  build: `1.0.0-${app}`,
  bytes,
  attestation: { path: `/artifacts/${app}/1.0.0-${app}.json`, hash: 'sha384-' },
  ...more,
});
const shell: CachedBuild = { app: 'shell', build: '1.0.0-shell', bytes: 1_000_000 };
const chosen = (
  builds: CachedBuild[],
  apps: string[],
  ran: { app: string; build: string }[] = [],
) => chooseBuilds({ builds: [shell, ...builds] }, apps, ran).map(({ build }) => build);

it('takes what this browser has run, the last one first, and of the others the smallest', () => {
  const builds = [remote('a', 300_000), remote('b', 9_000_000), remote('c', 9), remote('d', 8)];
  expect(chosen(builds, ['d', 'b'])).toEqual(['1.0.0-d', '1.0.0-b', '1.0.0-c', '1.0.0-a']);
});

it('takes little of what never ran here, however much there is', () => {
  expect(chosen([remote('huge', 100_000_000), remote('large', 500_001)], [])).toEqual([]);
  const fifty = Array.from({ length: 50 }, (_, n) => remote(`r${n}`, 100_000));
  expect(chosen(fifty, [])).toHaveLength(5);
  expect(chosen(fifty, ['r7'])).toHaveLength(6);
});

it('has a limit for what ran here too, the shell counted', () => {
  expect(chosen([remote('a', 19_000_000)], ['a'])).toEqual(['1.0.0-a']);
  expect(chosen([remote('a', 19_000_001), remote('b', 7)], ['a', 'b'])).toEqual(['1.0.0-b']);
});

it('takes a fallback only where it runs', () => {
  const builds = [remote('a', 5), remote('a', 5, { build: '0.9.0-a', fallback: true })];
  expect(chosen(builds, ['a'], [{ app: 'a', build: '1.0.0-a' }])).toEqual(['1.0.0-a']);
  expect(chosen(builds, ['a'], [{ app: 'a', build: '0.9.0-a' }])).toEqual(['1.0.0-a', '0.9.0-a']);
});
