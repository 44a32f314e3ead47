import { runServers } from '@tallystick/guard/server-process';
import { openIdentity } from './open-identity.ts';

await runServers('identity emulator', [openIdentity]);
