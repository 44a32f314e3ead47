import type { CommandLine } from '@tallystick/command-line/verb';
import { platformSettings } from '@tallystick/settings/environment';
import { settingsOf, storeCommands } from '@tallystick/settings/setting';
import type { LedgerVerb } from './ledger-verb.ts';

/** The ledger command, called `program`. */
export const ledgerLine = (program: string): CommandLine<LedgerVerb> => ({
  program,
  about: `The ledger is the one that npm start serves: in DATA_DIR (.data), with a PostgreSQL of its own, or
in the database that DATABASE_URL names. All verbs work while it is served and while it is not.`,
  settings: settingsOf(platformSettings, [storeCommands]),
  verbs: {
    import: async () => (await import('./import-verb.ts')).importVerb,
    simulate: async () => (await import('./simulate-verb.ts')).simulateVerb,
    doctor: async () => (await import('./doctor-verb.ts')).doctorVerb,
    'check-export': async () => (await import('./check-export-verb.ts')).checkExportVerb,
  },
});
