import { createHmac } from 'node:crypto';
import { askStatus } from '@tallystick/contract/http/ask-whole';
import type { WebhookShape } from '../contract/webhook-shape.ts';

/** Where notices go. */
export interface WebhookSettings {
  url: string;
  /** Signs what is sent; absent: it is not signed. */
  secret?: string;
  /** Absent: plain. */
  shape?: WebhookShape;
}

/** How long a receiver may take to answer, in milliseconds. */
const timeoutMs = 10_000;

/** Header with `t=<seconds since 1970>,v1=<HMAC-SHA256 of "<t>.<body>", hexadecimal>`. */
export const signatureHeader = 'x-tallystick-signature';

/**
 * Posts a body to the webhook. Any answer of 2xx is good; a redirect is none: it goes to the address
 * that was given, and no further.
 */
export async function send(
  { url, secret }: WebhookSettings,
  id: string,
  body: string,
): Promise<boolean> {
  const asked = await askStatus(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-tallystick-notice': id,
      ...(secret !== undefined && { [signatureHeader]: signatureOf(secret, body) }),
    },
    body,
    redirect: 'error',
    timeoutMs,
  });
  return asked.ok && asked.value.isSuccess;
}

function signatureOf(secret: string, body: string): string {
  // The wall clock, since receivers compare it with theirs.
  const t = Math.floor(Date.now() / 1_000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}
