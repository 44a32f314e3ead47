import { isLocalOrigin } from '@tallystick/guard/local-peer';

/** The path of the ledger service's outbox. */
export const outboxPath = '/sandbox/outbox';

/** Where sign-in mails are shown on this machine, if they are not sent; else undefined. */
export function localOutbox({
  LEDGER_URL,
  SMTP_URL,
}: {
  readonly LEDGER_URL: string;
  readonly SMTP_URL?: string | undefined;
}): string | undefined {
  const isShown = SMTP_URL === undefined && isLocalOrigin(LEDGER_URL);
  return isShown ? `${LEDGER_URL}${outboxPath}` : undefined;
}
