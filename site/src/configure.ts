import { ledgerUrl } from '@tallystick/backend/src/settings/common-settings.ts';
import { identityProblem } from '@tallystick/backend/src/settings/identity-problem.ts';
import type { ConfiguredSite, PlatformSettings, SiteProblem } from '@tallystick/site/define-site';
import { describeRecord } from './describe-record.ts';
import { pageFields } from './page-fields.ts';
import { partyFeed } from './party-feed.ts';
import { answerKey, readingCall } from './reading-calls.ts';
import type { LedgerSettings } from './settings.ts';
import { partyAddresses, transferAddresses } from './sitemap.ts';

/** The ledger's site under these settings. */
export function configureLedger(
  settings: LedgerSettings,
  { siteUrl }: PlatformSettings,
): ConfiguredSite | SiteProblem {
  const url = ledgerUrl(settings);
  const problem = identityProblem({ ...settings, LEDGER_URL: url, SITE_URL: siteUrl });
  if (problem !== undefined) return { problem };
  const page = pageFields(settings);
  const { emulatorUrl, syncUrl } = page.identity;
  const identity =
    emulatorUrl === undefined
      ? ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
      : [emulatorUrl];
  const sync = syncUrl === undefined ? [] : [new URL(syncUrl).origin];
  return {
    page,
    services: ['ledgerUrl', ...(syncUrl === undefined ? [] : ['identity.syncUrl'])],
    connect: [url, ...identity, ...sync],
    api: {
      url,
      headers: { authorization: settings.LEDGER_TOKEN },
      reads: readingCall,
      answerKey,
    },
    describe: describeRecord,
    sitemap: { transfers: transferAddresses, parties: partyAddresses },
    files: [
      {
        below: '/feeds/',
        type: 'application/atom+xml; charset=utf-8',
        maxAge: 60,
        make: partyFeed,
      },
    ],
  };
}
