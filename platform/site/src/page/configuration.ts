import type { PageConfiguration } from '@tallystick/contract/page-configuration';
import { localOutbox } from '@tallystick/guard/local-outbox';
import type { Environment } from '@tallystick/settings/environment';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';

/** Project of the local identity emulator; the `demo-` prefix keeps it from ever calling out. */
const demoProject = 'demo-tallystick';

/** The settings for pages: all of it is public. */
export function siteConfiguration(
  environment: Environment,
): SiteConfiguration & Pick<PageConfiguration, 'services'> {
  const {
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: authDomain,
    FIREBASE_PROJECT_ID: projectId,
    TOKEN_SYNC_URL: syncUrl,
  } = environment;
  const outboxUrl = localOutbox(environment);
  const sync = syncUrl === undefined ? {} : { syncUrl };
  return {
    productName: environment.PRODUCT_NAME,
    siteMode: environment.SITE_MODE,
    services: ['ledgerUrl', ...(syncUrl === undefined ? [] : ['identity.syncUrl'])],
    ...(environment.KEEPER === 'on' && { keeper: true }),
    ...(environment.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && { traces: true }),
    ledgerUrl: environment.LEDGER_URL,
    ledgerToken: environment.LEDGER_TOKEN,
    ...(environment.DATABASE_READ_URL !== undefined && { ledgerReplica: true }),
    ...(outboxUrl !== undefined && { outboxUrl }),
    live: { appId: environment.REALM_APP_ID, apiKey: environment.REALM_API_KEY },
    identity:
      apiKey === undefined
        ? {
            apiKey: 'demo-key',
            authDomain: `${demoProject}.firebaseapp.com`,
            projectId: demoProject,
            emulatorUrl: `http://127.0.0.1:${environment.IDENTITY_PORT}`,
            ...sync,
          }
        : { apiKey, authDomain: authDomain ?? '', projectId: projectId ?? '', ...sync },
  };
}
