import { inBrowser, monthly, type Proof, quarterly, vitest } from './proof.ts';

/** What is hostile, forged or changed. */
export const attacks: readonly Proof[] = [
  {
    name: 'hostile-bodies',
    shows: '2,000 requests to each route of each server, right, nearly right and hostile',
    command: vitest('HOSTILE_BODIES=2000', 'hostile'),
    ...monthly,
  },
  {
    name: 'tampered-files',
    shows: 'a byte changed in each file of each artifact',
    command: inBrowser('TAMPER_ALL=on', 'tampered'),
    ...quarterly,
  },
  {
    name: 'hostile-neighbour',
    shows: '100 loads beside a hostile remote',
    command: inBrowser('HOSTILE_LOADS=100', 'hostile-neighbour'),
    ...quarterly,
  },
  {
    name: 'forged-reports',
    shows: 'a good build stays live under 100,000 forged reports',
    command: vitest('FLOOD_REPORTS=100000', 'reports/flood'),
    ...quarterly,
  },
  {
    name: 'sandboxes',
    shows: 'what code of a build may use up, in each kind of sandbox, and pages while it does',
    command: vitest('', 'rendering/sandbox rendering/many-addresses rendering/rendering'),
    ...quarterly,
  },
  {
    name: 'checked-log',
    shows:
      'a rewritten end of the log and a page of a second history found within a minute; a rollback takes what it takes without log and witness',
    command: vitest('', 'cli/src/check-log'),
    ...quarterly,
  },
  {
    name: 'faults',
    shows: 'every fault by name, and what readers see of it',
    command: 'npm run chaos',
    days: 30,
    minutes: 120,
  },
  {
    name: 'attacks',
    shows: 'every attack, and what it costs others',
    command: 'npm run chaos -- --only attack- --seconds 60',
    days: 30,
    minutes: 180,
  },
];
