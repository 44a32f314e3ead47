import { runServers } from '@tallystick/guard/server-process';
import { openReleasePlane } from './open-release-plane.ts';

await runServers('site server', [openReleasePlane('site and admin')]);
