import { runServers } from '@tallystick/guard/server-process';
import { openLedger } from './open-ledger.ts';
import { ledgerSettingNames } from './settings/ledger-environment.ts';

await runServers('ledger service', [openLedger], ledgerSettingNames);
