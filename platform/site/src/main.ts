import { runServers } from '@tallystick/guard/server-process';
import { settingNames } from '@tallystick/settings/environment';
import { tellMistyped } from '@tallystick/settings/mistyped';
import { openReleasePlane } from './open-release-plane.ts';

tellMistyped(settingNames);
await runServers('site server', [openReleasePlane('site and admin')]);
