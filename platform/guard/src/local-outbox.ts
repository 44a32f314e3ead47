import type { Environment } from '@tallystick/settings/environment';
import { isLocalOrigin } from './local-peer.ts';

/** The path of the ledger service's outbox. */
export const outboxPath = '/sandbox/outbox';

/** Where sign-in mails are shown on this machine, if they are not sent; else undefined. */
export function localOutbox({
  LEDGER_URL,
  SMTP_URL,
}: Pick<Environment, 'LEDGER_URL' | 'SMTP_URL'>): string | undefined {
  const isShown = SMTP_URL === undefined && isLocalOrigin(LEDGER_URL);
  return isShown ? `${LEDGER_URL}${outboxPath}` : undefined;
}
