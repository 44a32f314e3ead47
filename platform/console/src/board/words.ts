import type { Breach } from '@tallystick/registry/contract/board';
import { count, counted, percent } from '../say/numbers.ts';

/** How builds fail, in a word or two. */
const failureWords: Readonly<Record<string, string>> = {
  unavailable: 'files missing or changed',
  slow: 'too slow',
  incomplete: 'code that stopped as it began',
  misfit: 'shared version does not fit',
  boot: 'error right after it began',
  render: 'error on the page',
  chunk: 'late file missing',
  event: 'error later on (counts for nothing)',
};

/** What the board says. */
export const words = {
  shouts: {
    title: 'A break-glass token was used',
    look: 'See what was done',
    revoke: 'Revoke it, if nobody says why',
    witness: 'A witness does not sign the log',
  },
  breaches: {
    title: 'The page policy blocks what these builds ask for',
    line: (breach: Omit<Breach, 'lastSeen'>) =>
      `${breach.app} ${breach.build}: ${breach.directive} ${breach.blocked}, ` +
      `${counted(breach.reports, 'time')} since ${breach.firstSeen.slice(0, 10)}`,
  },
  title: 'What is live',
  situation: 'Whether anything is wrong',
  apps: 'Apps',
  empty: 'Nothing is live on this channel yet.',
  emptyHint: 'Publish and promote a first build: npm run release -- --help',
  revision: (number: number) => `Revision ${count(number)}`,
  tabs: (many: number) => (many === 0 ? 'No open tabs' : counted(many, 'open tab')),
  columns: {
    app: 'App',
    live: 'Live',
    since: 'Since',
    health: 'Browsers, lately',
    tabs: 'Open tabs',
  },
  by: (who: string) => `by ${who}`,
  select: (app: string) => `Select ${app}`,
  locked: 'Locked',
  paused: 'Paused',
  left: 'Left to you',
  notLive: 'Not on this channel',
  canary: (value: number) => `Canary ${percent(value)}`,
  elsewhere: (channel: string) => `On ${channel}:`,
  browsers: {
    unheard: 'Not known',
    running: (tabs: number) =>
      tabs === 0 ? 'no browser lately' : `runs in ${counted(tabs, 'tab')}`,
    fine: (all: number) => counted(all, 'browser'),
    failed: (failed: number, all: number) => `${count(failed)} of ${counted(all, 'browser')}`,
    more: 'Loads and times',
    loads: (failed: number, all: number) =>
      `${count(failed)} of ${counted(all, 'load')} failed in the last hour`,
    kind: (kind: string, many: number) => `${failureWords[kind] ?? kind} ${count(many)}`,
    steps: (steps: number, recovered: number) =>
      `${counted(steps, 'tab')} fell back, ${count(recovered)} recovered`,
    took: (median: number, p95: number) =>
      `median load ${count(median)} ms, 95th percentile ${count(p95)} ms`,
  },
  severity: { calm: 'Fine', watch: 'Watch', failing: 'Failing' },
  roles: {
    live: 'live',
    canary: 'canary',
    recalled: 'recalled',
    paused: 'paused',
    'rolled-back': 'rolled back',
    undone: 'undone',
    former: 'earlier',
  },
  tabsOf: (parts: readonly { tabs: number; role: string }[]) =>
    parts.length === 0
      ? 'No open tabs'
      : parts.map(({ tabs: many, role }) => `${count(many)} ${role}`).join(', '),
  differences: {
    title: (other: string) => `What differs from ${other}`,
    with: 'Compared with',
    on: (channel: string) => `On ${channel}`,
    none: 'Nothing.',
    promoteAll: (other: string) => `Promote all of it from ${other}`,
  },
  set: {
    title: 'Release set',
    selected: (many: number) => `${counted(many, 'app')} selected`,
    hint: 'moved as one revision',
    clear: 'Clear the selection',
  },
} as const;

/** What the board says of a recall that goes on. */
export const recallWords = {
  title: (app: string) => `Recall of ${app}`,
  left: (percentLeft: number, build: string) => `${percentLeft} % of tabs have left ${build}`,
  all: (build: string) => `100 % of tabs have left ${build}`,
  none: (build: string) => `No open tab ran ${build}`,
  still: (many: number) =>
    many === 1 ? '1 tab still runs it' : `${count(many)} tabs still run it`,
  gone: (many: number) => `${counted(many, 'tab')} ran it`,
} as const;
