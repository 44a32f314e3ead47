import { runServers } from '@tallystick/guard/server-process';
import { openLedger } from './open-ledger.ts';

await runServers('ledger service', [openLedger]);
