import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { answeredWithin } from './silent-server.ts';
import { connectMs, endClient, openClient } from './single-client.ts';

const firstReconnectDelayMs = 100;
const maxReconnectDelayMs = 30_000;

/**
 * Keeps one connection that listens to a channel. When it is lost it connects again, after waits that double, and
 * `revive`; listeners are called on each connection too, because notifications were missed.
 */
export function openListener(url: string, channel: string, revive?: () => Promise<void>) {
  const news = new EventEmitter<{ news: [] }>().setMaxListeners(0);
  const wake = () => news.emit('news');
  const stopping = new AbortController();
  const open = () => {
    const client = openClient(url, 'tallystick listener');
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', resolve);
    });
    return { client: client.on('notification', wake), lost };
  };
  let current = open();
  const run = async () => {
    for (let delay = firstReconnectDelayMs; ; delay = Math.min(delay * 2, maxReconnectDelayMs)) {
      const { client, lost } = current;
      try {
        await client.connect();
        await client.query(answeredWithin(connectMs, `listen ${channel}`));
        delay = firstReconnectDelayMs;
        wake();
        await lost;
      } catch {}
      client.end().catch(() => {});
      await wait(delay, undefined, { signal: stopping.signal, ref: false });
      await revive?.().catch(() => {});
      current = open();
    }
  };
  // Rejects when it is stopped.
  run().catch(() => {});
  return {
    /** Calls the listener until the returned function is called. */
    onNotify: (listener: () => void): (() => void) => {
      news.on('news', listener);
      return () => void news.off('news', listener);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await endClient(current.client);
    },
  };
}
