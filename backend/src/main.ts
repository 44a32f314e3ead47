import { runServers } from '@tallystick/guard/server-process';
import { tellMistyped } from '@tallystick/settings/mistyped';
import { openLedger } from './open-ledger.ts';
import { installationNames } from './settings/installation.ts';

tellMistyped(installationNames);
await runServers('ledger service', [openLedger]);
