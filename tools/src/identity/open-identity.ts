import { identitySettings } from '@tallystick/backend/src/settings/identity-settings.ts';
import type { Opening } from '@tallystick/guard/server-process';
import { readSettings } from '@tallystick/settings/read-settings';
import { sitesOf } from '@tallystick/settings/sites';
import { gate } from './gate.ts';
import { identityService } from './identity-service.ts';

/**
 * Opens the local stand-in for the identity provider, on this machine alone whatever `HOST` says. It signs
 * anybody in as anybody, and pages look for it at 127.0.0.1.
 */
export const openIdentity: Opening = async (environment, holding) => {
  const read = readSettings(identitySettings, process.env);
  if (!read.ok) throw new Error(read.problem);
  const { IDENTITY_PORT: port, IDENTITY_SITES: sites } = read.value;
  const service = await identityService('demo-tallystick', (answer) =>
    gate(answer, sitesOf(environment).origins, sites === 'local'),
  );
  await service.listen({ host: '127.0.0.1', port });
  holding.closeLater(() => service.close());
  console.log(`Identity emulator is ready: http://127.0.0.1:${port}`);
};
