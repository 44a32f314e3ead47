import { serveConfiguration } from '@tallystick/shared/site/served-configuration';
import { expect, it } from 'vitest';
import { currentSession, startSession } from './session.ts';

it('begins signed out where pages are rendered for others, and listens to nothing', async () => {
  serveConfiguration({
    productName: 'Tallystick',
    siteMode: 'main',
    ledgerUrl: 'http://ledger.test',
    ledgerToken: 'token',
    live: { appId: 'app', apiKey: 'key' },
    identity: {
      apiKey: 'key',
      authDomain: 'identity.test',
      projectId: 'project',
      syncUrl: 'http://site.test/session',
    },
  });
  await startSession();
  expect(currentSession()).toEqual({ status: 'visitor' });
});
