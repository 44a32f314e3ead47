import { buildFaults } from './builds.ts';
import type { Fault } from './fault.ts';
import { fileFaults } from './files.ts';
import { serverEntryFaults } from './server-entries.ts';
import { serverFaults } from './servers.ts';

/** Every fault there is, by a name of its own. */
export const allFaults: readonly Fault[] = [
  ...fileFaults,
  ...buildFaults,
  ...serverEntryFaults,
  ...serverFaults,
];
