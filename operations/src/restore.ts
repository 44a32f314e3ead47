import { runOperation } from '@tallystick/operations/commands';
import { ownStores } from './own-stores.ts';

// `npm run restore -- FILE`
process.exitCode = await runOperation('restore', process.argv.slice(2), ownStores);
