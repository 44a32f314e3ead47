import { runOperation } from '@tallystick/operations/commands';
import { ownStores } from './own-stores.ts';

// `npm run migrate`: the registry's store, which every site has, and the ledger's own.
process.exitCode = await runOperation('migrate', process.argv.slice(2), ownStores);
