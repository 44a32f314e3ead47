import type { Connection, EvictionQueue } from './eviction-queue.ts';
import { afterInput } from './first-bytes.ts';

/** Closes the connections of a stopping server as they come to rest. `all`: its connections. */
export function openDrain(all: EvictionQueue) {
  let quietMs = Number.POSITIVE_INFINITY;
  let check = (): void => {};

  /** Whether a connection that waits for its turn is quiet is known only once it is read. */
  function closeIfQuiet(connection: Connection): void {
    const { phase, since, socket } = connection;
    if (quietMs === Number.POSITIVE_INFINITY || (phase !== 'new' && phase !== 'idle')) return;
    const close = () => {
      if (connection.since === since && connection.waits.size === 0) socket.destroySoon();
    };
    setTimeout(afterInput, Math.max(0, since + quietMs - performance.now()), close).unref();
  }

  return {
    /** To be called for each connection whose phase has begun. */
    closeIfQuiet,
    /** To be called when a connection has ended, or its phase has changed. */
    check: (): void => check(),
    /**
     * From now on closes each connection that was idle for so many milliseconds, so that a request which
     * is being received is answered. Resolves when none is idle, and after that time in any case.
     */
    async begin(milliseconds: number): Promise<void> {
      quietMs = milliseconds;
      for (const connection of [...all.of.new, ...all.of.idle]) closeIfQuiet(connection);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(afterInput, quietMs, resolve);
        check = () => {
          if (all.atRest() > 0) return;
          clearTimeout(timer);
          resolve();
        };
        check();
      });
    },
  };
}
