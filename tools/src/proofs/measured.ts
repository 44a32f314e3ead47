import { monthly, type Proof, quarterly } from './proof.ts';

const bench = (part: string, words = '') => `npm run bench -- --only ${part}${words}`;

/** What is claimed of speed and memory, and measured. */
export const measured: readonly Proof[] = [
  {
    name: 'first-visit',
    shows: 'what a first visit loads and when it is painted, beside one bundle',
    command: bench('first-visit'),
    ...monthly,
  },
  {
    name: 'interactions',
    shows: 'how long a click takes, beside one bundle',
    command: bench('interactions'),
    ...quarterly,
  },
  {
    name: 'navigations',
    shows: 'from a click to the next page, and back',
    command: bench('navigations'),
    ...quarterly,
  },
  {
    name: 'returning-visitor',
    shows: 'bytes of a release for a returning visitor',
    command: bench('returning-visitor'),
    ...quarterly,
  },
  {
    name: 'rendering',
    shows: 'what rendering costs beside React alone, and memory over 100,000 rendered pages',
    command: bench('rendering', ' --pages 100000'),
    days: 90,
    minutes: 180,
  },
  {
    name: 'ledger-service',
    shows: 'what the ledger service answers a second, beside its database alone',
    command: bench('ledger-service'),
    ...quarterly,
  },
  {
    name: 'lists-under-import',
    shows: 'lists at 70 % of capacity beside an import',
    command: bench('lists-under-import'),
    ...quarterly,
  },
  {
    name: 'live-readers',
    shows: '5,000 readers of the live feed',
    command: bench('live-readers'),
    ...quarterly,
  },
  {
    name: 'cached-readers',
    shows: '10,000 readers of the durable stream behind Varnish',
    command: bench('cached-readers'),
    ...quarterly,
  },
  {
    name: 'dev-refresh',
    shows: 'from a saved file to a painted page, for the author of a remote',
    command: bench('dev-refresh'),
    ...quarterly,
  },
  {
    name: 'large-ledger',
    shows: 'a ledger of ten million transfers (30 GB)',
    command: bench('ledger-at-size', ' --rows 10000000'),
    days: 180,
    minutes: 240,
  },
  {
    name: 'rolling-upgrade',
    shows: 'two servers of each kind behind HAProxy: upgraded, taken back and killed under load',
    command: 'npm run build -- test-results/tree && npm run topology -- --from test-results/tree',
    ...quarterly,
  },
];
