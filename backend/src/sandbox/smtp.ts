import { createTransport } from 'nodemailer';
import type { Post } from './mail.ts';

const mostPending = 1_000;
const patience = 10_000;

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if need be. */
  url: string;
  /** The sender's address. */
  from: { name: string; address: string };
  /** Told what kind of failure it was, never to whom or with what. */
  onFailure: (kind: string) => void;
}

/** Sends by a mail server. A server that is slow or down keeps nobody waiting. */
export function createSmtp({ url, from, onFailure }: SmtpOptions): Post {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const pending = new Set<Promise<void>>();
  return {
    send({ to, subject, text }) {
      if (pending.size >= mostPending) return false;
      const sending = transport
        .sendMail({ from, to: { name: '', address: to }, subject, text })
        .then(
          () => undefined,
          (error: unknown) => onFailure(kindOf(error)),
        )
        .finally(() => pending.delete(sending));
      pending.add(sending);
      return true;
    },
    async close() {
      await Promise.all(pending);
      transport.close();
    },
  };
}

/** A failure's code, such as ECONNREFUSED; its message may hold the address. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return 'unknown';
  return typeof error.code === 'string' ? error.code : 'unknown';
}
