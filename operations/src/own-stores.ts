import { examine } from '@tallystick/backend/src/cli/doctor-verb.ts';
import { ledgerStore } from '@tallystick/backend/src/store/definition.ts';
import type { OwnStore } from '@tallystick/operations/own-store';
import { moveEvents } from './events.ts';

/** What the ledger's site keeps beside its registry of releases. */
export const ownStores: readonly OwnStore[] = [
  {
    definition: ledgerStore,
    files: ['service.key'],
    settle: moveEvents,
    look: async (io) => {
      const code = await examine(io);
      if (code === 0 || code === 2) return code === 0;
      throw new Error('the ledger could not be read.');
    },
    lookAgain: 'ledger doctor',
  },
];
