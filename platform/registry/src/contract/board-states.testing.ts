import type { Board, BuildHealth } from './board.ts';
import type { Revision } from './channel.ts';
import type { Verdict } from './health.ts';
import type { Provenance } from './provenance.ts';

const at = '2026-11-30T02:48:00.000Z';
const earlier = '2026-11-28T14:05:00.000Z';

export const notes1 = '0.1.0-85f5bf400001';
const notes2 = '0.1.0-aa55aa550002';
const accounts1 = '0.1.0-c0ffee000001';
const shell1 = '0.1.0-5e11aa000001';
const shell2 = '0.1.0-5e11bb000002';

const commit = (hash: string, title: string, author: string, clean = true): Provenance => ({
  said: {
    ...{ commit: hash.padEnd(40, '0'), title, author, ref: 'main', clean },
    link: `https://git.example/org/site/commit/${hash}`,
  },
});

const sources: Board['sources'] = [
  { app: 'notes', build: notes1, provenance: commit('4be1d0c', 'Sort by date', 'Ben Okafor') },
  { app: 'notes', build: notes2, provenance: commit('113bca9', 'Totals of a page', 'Maria Silva') },
  { app: 'shell', build: shell1, provenance: commit('9d2f001', 'A wider frame', 'Ana Weiss') },
  { app: 'shell', build: shell2, provenance: commit('e07c3a2', 'One menu', 'Ana Weiss', false) },
];

const revision: Revision = {
  ...{
    channel: 'production',
    revision: 41,
    kind: 'promote',
    canaries: {},
    recalled: [],
    moves: [],
  },
  builds: { accounts: accounts1, notes: notes1, shell: shell1 },
  fallbacks: { notes: '0.1.0-0123abc00000' },
  held: {},
  ...{ at, by: 'Maria Silva', reason: 'Totals of a page' },
};

const health = (app: string, build: string, tabs: number, failed = 0): BuildHealth => ({
  ...{ app, build, tabs, loads: tabs * 5, failures: failed * 2, steps: failed, recovered: 0 },
  ...{ took: { median: 180, p95: 640 }, networks: failed },
  browsers: { browsers: tabs + failed, failed },
  kinds: failed === 0 ? {} : { render: failed },
});

const well: Board = {
  current: revision,
  ramps: {},
  apps: ['accounts', 'notes', 'shell'],
  since: {
    accounts: { revision: 12, at: earlier, by: 'Ben Okafor', reason: 'First release' },
    notes: { revision: 41, at, by: 'Maria Silva', reason: 'Totals of a page' },
    shell: { revision: 30, at: earlier, by: 'Ana Weiss', reason: 'A wider frame' },
  },
  before: { notes: '0.1.0-0123abc00000', shell: '0.1.0-5e1100000000' },
  sources,
  ...{ locks: [], condemned: [], tabs: 60, minNetworks: 5, recalls: [], left: [] },
  builds: [
    health('accounts', accounts1, 22),
    health('notes', notes1, 41),
    health('shell', shell1, 60),
  ],
  ...{ breaches: [], errors: {}, thrown: [], alerts: [] },
};

const inCanary = {
  ...revision,
  canaries: { notes: { build: notes2, percent: 10 } },
};
const thrown = [
  { app: 'notes', build: notes2, message: 'totals exploded', place: 'src/routes.tsx:15' },
];

const canaryFails: Board = {
  ...well,
  current: inCanary,
  thrown,
  builds: [...well.builds, { ...health('notes', notes2, 18, 2), networks: 1 }],
};

const liveFails: Board = {
  ...well,
  current: {
    ...revision,
    builds: { ...revision.builds, notes: notes2 },
    fallbacks: { notes: notes1 },
  },
  before: { ...well.before, notes: notes1 },
  thrown,
  builds: [
    health('accounts', accounts1, 22),
    health('notes', notes2, 33, 8),
    health('shell', shell1, 60),
  ],
};

const taken = {
  ...{ app: 'notes', build: notes2, revision: 42, at, by: 'the registry' },
  reason: 'failed in 5 of 18 browsers',
};

const verdict: Verdict = {
  ...{ app: 'shell', build: shell2, browsers: 40, failed: 9, networks: 9, kinds: { boot: 9 } },
  against: { what: 'stated', build: null, browsers: 100, failed: 2 },
  ...{ chance: 0.00001, seconds: 300 },
};

const shellFails: Board = {
  ...well,
  current: { ...revision, builds: { ...revision.builds, shell: shell2 } },
  before: { ...well.before, shell: shell1 },
  left: [
    {
      ...{ kind: 'left', channel: 'production', app: 'shell', build: shell2, revision: 41, at },
      text: 'shell fails. Nothing was done: notes fails as well, which nobody moved.',
      verdict,
    },
  ],
  builds: [
    health('accounts', accounts1, 22),
    health('notes', notes1, 41),
    health('shell', shell2, 31, 9),
  ],
};

const onRamp = (paused: boolean): Revision => ({
  ...revision,
  canaries: {
    notes: {
      ...{ build: notes2, percent: 5 },
      ramp: { steps: [25, 100], ...(paused && { paused: true }) },
    },
  },
});
const ramped = [...well.builds, health('notes', notes2, 34)];

/** The board in states that people have to tell apart at night. */
export const boardStates = {
  'all well': well,
  'nobody there': {
    ...well,
    tabs: 0,
    builds: well.builds.map(({ app, build }) => ({
      ...health(app, build, 0),
      ...{ loads: 0, took: null },
    })),
  },
  'canary failing': canaryFails,
  'live failing': liveFails,
  'live failing, nothing before': {
    ...liveFails,
    current: liveFails.current && { ...liveFails.current, fallbacks: {} },
    before: {},
  },
  'ramp under way': {
    ...well,
    ...{ current: onRamp(false), builds: ramped },
    ramps: { notes: { state: 'few', browsers: 34, needed: 50 } },
    canaryComparisons: [
      {
        ...{ app: 'notes', build: notes2, live: notes1 },
        ...{ low: -0.012, high: 0.034, split: null },
      },
    ],
  },
  'ramp in doubt': {
    ...well,
    current: onRamp(false),
    builds: [...well.builds, health('notes', notes2, 52, 1)],
    ramps: { notes: { state: 'doubt', high: 0.071 } },
  },
  'ramp paused': {
    ...well,
    ...{ current: onRamp(true), builds: ramped },
    ramps: { notes: { state: 'paused', by: 'Ana Weiss', reason: 'We look at a report' } },
  },
  'settings of a share failing': {
    ...well,
    shareComparisons: [
      {
        ...{ app: 'notes', build: notes1, percent: 10, revision: 42, low: 0.08, high: 0.31 },
        share: { browsers: 40, failed: 9 },
        others: { browsers: 380, failed: 3 },
      },
    ],
  },
  held: { ...well, condemned: [{ why: 'paused', percent: 10, ...taken }] },
  'taken back': { ...well, condemned: [{ why: 'rolled-back', ...taken, revision: 41 }] },
  recalled: {
    ...well,
    condemned: [{ why: 'recalled', ...taken, by: 'Maria Silva', revision: 41 }],
    recalls: [{ app: 'notes', build: notes2, revision: 41, at, ran: 40, left: 31 }],
    builds: [...well.builds, health('notes', notes2, 9)],
  },
  'shell failing': shellFails,
  'several failing': {
    ...liveFails,
    current: shellFails.current && {
      ...shellFails.current,
      builds: { accounts: accounts1, notes: notes2, shell: shell2 },
      fallbacks: { notes: notes1 },
    },
    before: { notes: notes1, shell: shell1 },
    builds: [
      health('accounts', accounts1, 22),
      health('notes', notes2, 33, 8),
      health('shell', shell2, 31, 9),
    ],
  },
  locked: {
    ...well,
    locks: [
      {
        channel: 'production',
        app: 'notes',
        by: 'Ana Weiss',
        at,
        reason: 'Freeze until the audit',
      },
    ],
  },
  frozen: {
    ...well,
    locks: [
      {
        ...{ channel: 'production', app: '*', by: 'Ana Weiss', at },
        ...{ until: '2027-01-02T08:00:00.000Z', reason: 'Holidays' },
      },
    ],
  },
  'break glass': {
    ...well,
    shouts: [
      {
        of: 'break-glass',
        text: 'The break-glass token "fire" was used at 02:49 UTC on 2026-11-30.',
      },
    ],
  },
  'nothing published': {
    ...well,
    ...{ current: null, apps: [], since: {}, before: {}, sources: [], tabs: 0, builds: [] },
  },
} as const satisfies Record<string, Board>;
