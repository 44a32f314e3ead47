import { joinedRuns } from '@tallystick/store/joined-runs';
import { codeMail } from './code-mail.ts';
import type { MailQueue, QueuedMail } from './mail-queue.ts';
import type { SendMail } from './smtp.ts';

/** Times in milliseconds. */
export type DeliverySettings = typeof usual;

const usual = {
  /** Mails that are on their way at once. */
  atOnce: 4,
  /** The pause after a failure of the server, doubled with each further one up to `maxPause`. */
  firstPause: 1_000,
  maxPause: 15_000,
  /** The wait after the server asked to try one mail later, doubled with each attempt up to `maxLater`. */
  later: 5_000,
  /** Well below the life of a code, because attempts also count while the server is down. */
  maxLater: 60_000,
  /** How often it looks without being woken: for mails that other processes left behind. */
  look: 5_000,
  /** How long one mail may take. Shorter than the queue's lease. */
  timeout: 20_000,
  /** How long mails under way may take once it is closed. */
  grace: 3_000,
};

export interface DeliveryOptions {
  queue: MailQueue;
  send: SendMail;
  productName: string;
  /** Told when the server stops taking mail, and of each mail that it refuses. */
  onFailure: (what: 'down' | 'refused' | 'store', kind: string) => void;
  settings?: Partial<DeliverySettings>;
}

/** Sends queued mails, outside of requests. */
export type Delivery = ReturnType<typeof startDelivery>;

/**
 * Sends a few mails at once. While the server is down it tries one mail at a time, after ever
 * longer pauses. It takes the one that was tried least, because the server may fail at a single
 * one. When it is back all others follow at once.
 */
export function startDelivery(options: DeliveryOptions) {
  const { queue, send, productName, onFailure } = options;
  const settings = { ...usual, ...options.settings };
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();
  let closed = false;
  let failures = 0;
  let paused = false;
  let timer: NodeJS.Timeout | undefined;

  const wakeIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => {
      paused = false;
      wake();
    }, milliseconds);
    timer.unref();
  };

  const pause = (kind: string) => {
    if (failures === 0) onFailure('down', kind);
    paused = true;
    wakeIn(Math.min(settings.firstPause * 2 ** failures, settings.maxPause));
    failures += 1;
  };

  const wake = () => {
    if (!closed && !paused) void look();
  };

  const look = joinedRuns(async () => {
    if (closed || paused) return;
    const free = (failures > 0 ? 1 : settings.atOnce) - underWay.size;
    if (free > 0) {
      const mails = await queue.take(free).catch(() => {
        onFailure('store', 'take');
        return [];
      });
      for (const mail of mails) {
        const carried = carry(mail)
          // The mail can be taken again when its lease has expired.
          .catch(() => onFailure('store', 'settle'))
          .finally(() => {
            underWay.delete(carried);
            wake();
          });
        underWay.add(carried);
      }
    }
    if (!paused) wakeIn(settings.look);
  });

  const carry = async (mail: QueuedMail) => {
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(settings.timeout)]);
    const sent = await send(codeMail(mail, productName), signal);
    if (sent.ok) {
      failures = 0;
      paused = false;
      return await queue.settle(mail);
    }
    if (ending.signal.aborted) return await queue.putBack(mail, 0);
    if (sent.verdict === 'down') {
      // If several mails fail at the same time, only the first starts a pause.
      if (!paused) pause(sent.kind);
      return await queue.putBack(mail, 0);
    }
    if (sent.verdict === 'later') {
      const wait = settings.later * 2 ** (mail.attempts - 1);
      return await queue.putBack(mail, Math.min(wait, settings.maxLater));
    }
    onFailure('refused', sent.kind);
    await queue.settle(mail);
  };

  wake();
  return {
    /** There is something new in the queue. */
    wake,
    /** Waits for the mails that are being sent, or puts them back; resolves when nothing runs any more. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await look();
      const enough = setTimeout(() => ending.abort(), settings.grace);
      await Promise.all(underWay);
      clearTimeout(enough);
    },
  };
}
