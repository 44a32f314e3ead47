import { runOperation } from '@tallystick/operations/commands';
import { ownStores } from './own-stores.ts';

// `npm run migrate`
process.exitCode = await runOperation('migrate', process.argv.slice(2), ownStores);
