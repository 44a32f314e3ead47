import { createTransport } from 'nodemailer';
import * as v from 'valibot';
import type { Mail } from './code-mail.ts';

/**
 * What became of a mail: `refused` for good, `later` (the server says so of this one), or `down`
 * (nothing can be sent now). `kind` says why, never to whom or with what.
 */
export type Sending =
  | { ok: true }
  | { ok: false; verdict: 'refused' | 'later' | 'down'; kind: string };

export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<Sending>;

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if need be. */
  url: string;
  /** The sender's address. */
  from: { name: string; address: string };
  /** How long the server may be silent. */
  timeoutMs?: number;
}

/** Sends by a mail server, each mail over a connection of its own, which ends with the signal. */
export function createSmtp({ url, from, timeoutMs = 10_000 }: SmtpOptions): SendMail {
  const transport = createTransport({
    url: withoutLog(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, ...mail }, signal) => {
    const cancel = { signal };
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, ...mail, ...cancel });
      return { ok: true };
    } catch (error) {
      return failure(error);
    }
  };
}

/** The address may carry settings for the transport; what would print mails is left out. */
function withoutLog(url: string): string {
  const parsed = new URL(url);
  for (const name of ['logger', 'debug', 'transactionLog']) parsed.searchParams.delete(name);
  return parsed.href;
}

const errorSchema = v.object({
  code: v.optional(v.string()),
  command: v.optional(v.string()),
  responseCode: v.optional(v.number()),
});

function failure(error: unknown): Sending & { ok: false } {
  const parsed = v.safeParse(errorSchema, error);
  if (!parsed.success) return { ok: false, verdict: 'down', kind: 'unknown' };
  const { code, command, responseCode } = parsed.output;
  const kind = [code, command, responseCode].filter((part) => part !== undefined).join(' ');
  const ofMail = command === 'RCPT TO' || command === 'DATA' || command === 'API';
  if (!ofMail || !(code === 'EENVELOPE' || code === 'EMESSAGE') || responseCode === 421) {
    return { ok: false, verdict: 'down', kind };
  }
  const temporary = responseCode !== undefined && responseCode < 500;
  return { ok: false, verdict: temporary ? 'later' : 'refused', kind };
}
