import { ledgerUrl } from '@tallystick/backend/src/settings/common-settings.ts';
import { localOutbox } from '@tallystick/backend/src/settings/local-outbox.ts';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import type { LedgerSettings } from './settings.ts';

/** Project of the local identity emulator; the `demo-` prefix keeps it from ever calling out. */
const demoProject = 'demo-tallystick';

/** What the ledger's pages are told beside what the platform tells them: all of it is public. */
export function pageFields(
  settings: LedgerSettings,
): Omit<SiteConfiguration, 'productName' | 'releaseKeys' | 'keeper' | 'traces'> {
  const {
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: authDomain,
    FIREBASE_PROJECT_ID: projectId,
    TOKEN_SYNC_URL: syncUrl,
  } = settings;
  const url = ledgerUrl(settings);
  const outboxUrl = localOutbox({ ...settings, LEDGER_URL: url });
  const sync = syncUrl === undefined ? {} : { syncUrl };
  return {
    siteMode: settings.SITE_MODE,
    ledgerUrl: url,
    ledgerToken: settings.LEDGER_TOKEN,
    ...(settings.DATABASE_READ_URL !== undefined && { ledgerReplica: true }),
    ...(outboxUrl !== undefined && { outboxUrl }),
    live: { appId: settings.REALM_APP_ID, apiKey: settings.REALM_API_KEY },
    identity:
      apiKey === undefined
        ? {
            apiKey: 'demo-key',
            authDomain: `${demoProject}.firebaseapp.com`,
            projectId: demoProject,
            emulatorUrl: `http://127.0.0.1:${settings.IDENTITY_PORT}`,
            ...sync,
          }
        : { apiKey, authDomain: authDomain ?? '', projectId: projectId ?? '', ...sync },
  };
}
