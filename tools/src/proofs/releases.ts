import { inBrowser, monthly, type Proof, quarterly, vitest } from './proof.ts';

/** Releases: what goes live and is taken back, by itself and by people. */
export const releases: readonly Proof[] = [
  {
    name: 'bad-build',
    shows: 'a bad build at 100 % while 200 tabs work',
    command: vitest('SIMULATED_TABS=200', 'bad-build'),
    ...quarterly,
  },
  {
    name: 'wrong-builds',
    shows: 'each way a build can be wrong or its files fail to load; markup that swallows a page',
    command: inBrowser('', 'ladder rendered'),
    ...quarterly,
  },
  {
    name: 'previews',
    shows: 'previews as managers, guests and whoever handles an incident have them',
    command: inBrowser('', 'preview'),
    ...quarterly,
  },
  {
    name: 'open-tab',
    shows: 'a build swapped 20 times in an open tab',
    // A turn swaps the build twice: there and back.
    command: inBrowser('RELEASE_TURNS=10', 'releases-open-tab'),
    ...quarterly,
  },
  {
    name: 'canary',
    shows: 'a canary for 2,000 browsers',
    command: vitest('CANARY_BROWSERS=2000', 'canary.test'),
    ...quarterly,
  },
  {
    name: 'verdicts',
    shows:
      'that of 20,000 builds that fail alike and 10,000 as fast, looked at over 3,000 browsers each, at most three are held; how soon others are',
    command: vitest('', 'health/verdicts'),
    ...quarterly,
  },
  {
    name: 'real-tabs',
    shows:
      'in tabs of Chromium a canary that fails is held, so is one that is painted later, and a good one goes on to all by itself',
    command: inBrowser('', 'real-tabs'),
    ...quarterly,
  },
  {
    name: 'publishers',
    shows: '20 publishers, 50 rounds',
    command: vitest('REGISTRY_ROUNDS=50', 'platform/registry/src/channel/race'),
    ...quarterly,
  },
  {
    name: 'publishers-by-command',
    shows: '20 teams promote by the command at once, 50 rounds',
    command: vitest('RELEASE_CROWD=20 RELEASE_ROUNDS=50', 'platform/cli/src/promote'),
    ...quarterly,
  },
  {
    name: 'next-page',
    shows: 'the next page load after a release, 100 of 100',
    command: vitest('RELEASE_TURNS=100', 'platform/cli/src/next-page'),
    ...quarterly,
  },
  {
    name: 'rendered-rollback',
    shows:
      'the next HTML of two servers after a rollback, rendered by the build before, 100 of 100',
    command: vitest('RENDERED_TURNS=100', 'platform/site/src/rendering/rollback'),
    ...quarterly,
  },
  {
    name: 'console-day',
    shows: 'a whole day of three people at the console, and answers in any order',
    command: inBrowser('', 'console'),
    ...monthly,
  },
  {
    name: 'four-roles',
    shows:
      'a day of viewer, publisher, manager and administrator, signed in by name: staging, a train that waits for approval, a bad build taken back by phone, the audit exported',
    command: inBrowser('', 'four-roles'),
    ...monthly,
  },
];
