import { runServers } from '@tallystick/guard/server-process';
import { openIdentity } from './open-identity.ts';
import { identitySettings } from './settings.ts';

await runServers('identity emulator', [openIdentity], Object.keys(identitySettings));
