import { installationNames } from '@tallystick/backend/src/settings/installation.ts';
import { runServers } from '@tallystick/guard/server-process';
import { tellMistyped } from '@tallystick/settings/mistyped';
import { openIdentity } from './open-identity.ts';

tellMistyped(installationNames);
await runServers('identity emulator', [openIdentity]);
