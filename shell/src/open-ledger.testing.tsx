import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import { inlineConfiguration } from '@tallystick/shared/testing/visit';
import { openSite, type TestSite } from '@tallystick/shell-kit/testing/site';
import { ledgerShell } from './ledger-shell.tsx';

/** Opens the ledger's site with one remote in a page of a test. */
export function openLedger({
  siteMode = 'main',
  ...site
}: Omit<TestSite, 'shell'> & Partial<Pick<SiteConfiguration, 'siteMode'>>) {
  inlineConfiguration({ ledgerUrl: 'http://ledger.test', siteMode });
  return openSite({ ...site, shell: ledgerShell });
}
