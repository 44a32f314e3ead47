import type { Board } from '@tallystick/registry/contract/board';
import type { Revision } from '@tallystick/registry/contract/channel';
import type { BuildSummary } from '@tallystick/registry/contract/history';

/** Builds that tests speak of. */
export const ledger1 = '0.1.0-aaaaaaaaaaaa';
export const ledger2 = '0.2.0-bbbbbbbbbbbb';
export const ledger3 = '0.3.0-cccccccccccc';
export const auth1 = '1.0.0-dddddddddddd';

/** A build of mfe-ledger that is published. */
export const published = (build: string): BuildSummary => ({
  app: 'mfe-ledger',
  build,
  kind: 'remote',
  size: 1,
  files: 1,
  publishedAt: '2026-11-21T03:00:00.000Z',
  publishedBy: 'ana',
});

/** A revision in which mfe-ledger moved from its first build to its second, and mfe-auth is live. */
export const revision: Revision = {
  channel: 'production',
  revision: 7,
  kind: 'promote',
  builds: { 'mfe-ledger': ledger2, 'mfe-auth': auth1 },
  canaries: {},
  recalled: [],
  moves: [{ app: 'mfe-ledger', from: ledger1, to: ledger2, canaryFrom: null, canaryTo: null }],
  at: '2026-11-21T03:00:00.000Z',
  by: 'ana',
  reason: 'New columns',
};

/** What the board says about a build that no browser has reported on. */
export const untold = {
  steps: 0,
  recovered: 0,
  took: null,
  browsers: { browsers: 0, failed: 0 },
  networks: 0,
  kinds: {},
};

/** The channel at that revision: ten tabs, nothing wrong. */
export const board: Board = {
  current: revision,
  apps: ['mfe-auth', 'mfe-ledger', 'mfe-survey'],
  since: {
    'mfe-ledger': { revision: 7, at: revision.at, by: 'ana', reason: 'New columns' },
    'mfe-auth': { revision: 1, at: '2026-11-01T12:00:00.000Z', by: 'ben', reason: 'First' },
  },
  before: { 'mfe-ledger': ledger1 },
  sources: [],
  locks: [],
  condemned: [],
  tabs: 10,
  minNetworks: 5,
  builds: [
    { app: 'mfe-ledger', build: ledger1, tabs: 2, loads: 40, failures: 0, ...untold },
    { app: 'mfe-ledger', build: ledger2, tabs: 6, loads: 30, failures: 0, ...untold },
    { app: 'mfe-auth', build: auth1, tabs: 1, loads: 5, failures: 0, ...untold },
  ],
  recalls: [],
  left: [],
  breaches: [],
  errors: {},
  ramps: {},
  thrown: [],
  alerts: [],
};
