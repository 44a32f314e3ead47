import { runOperation } from '@tallystick/operations/commands';
import { ownStores } from './own-stores.ts';

// `npm run backup -- FILE`
process.exitCode = await runOperation('backup', process.argv.slice(2), ownStores);
