import type { LedgerEnvironment } from '@tallystick/backend/src/settings/ledger-environment.ts';
import type { WantedPort } from '@tallystick/start/start/ports';
import { releasePorts, type Service, siteService } from '@tallystick/start/start/services';

/** The servers of a start. */
export function servicesOf(environment: LedgerEnvironment): readonly Service[] {
  const site = siteService(environment, ['platform/site/src/main.ts']);
  const ledger: Service = {
    name: 'ledger service',
    command: ['backend/src/main.ts'],
    variable: 'BACKEND_PORT',
    port: environment.BACKEND_PORT,
    host: environment.HOST,
    log: 'ledger.log',
  };
  const identity: Service = {
    name: 'identity emulator',
    command: ['tools/src/identity/main.ts'],
    variable: 'IDENTITY_PORT',
    port: environment.IDENTITY_PORT,
    host: '127.0.0.1',
    log: 'identity.log',
  };
  // A real Firebase project needs no stand-in.
  const emulated = environment.FIREBASE_API_KEY === undefined;
  return emulated ? [site, ledger, identity] : [site, ledger];
}

/** The ports of a start: of each server, and of their second listeners. */
export function portsOf(environment: LedgerEnvironment): readonly WantedPort[] {
  const { METRICS_PORT: port } = environment;
  return [
    ...servicesOf(environment),
    ...releasePorts(environment),
    ...(port === undefined ? [] : [{ variable: 'METRICS_PORT', port }]),
  ];
}
