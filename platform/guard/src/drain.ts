import type { Connection } from './connection-table.ts';
import { afterInput } from './first-bytes.ts';

/** Milliseconds between two looks for connections that are quiet. */
const lookEveryMs = 50;

/** Closes the connections of a stopping server as they come to rest. */
export function openDrain(atRest: ReadonlySet<Connection>) {
  let check = (): void => {};

  const closeQuiet = (since: number) =>
    afterInput(() => {
      for (const connection of atRest) {
        // Whether one that waits for its turn is quiet is known only once it is read.
        if (connection.since <= since && connection.waits.size === 0)
          connection.socket.destroySoon();
      }
    });

  return {
    /** To be called when a connection has ended, or a request on it. */
    check: (): void => check(),
    /**
     * From now on closes each connection that was at rest for so many milliseconds, so that a request which is being
     * received is answered. Resolves when none is at rest, and after that time in any case; call the result at the end.
     */
    async begin(milliseconds: number): Promise<() => void> {
      const looking = setInterval(
        () => closeQuiet(performance.now() - milliseconds),
        Math.min(lookEveryMs, milliseconds),
      );
      looking.unref();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(afterInput, milliseconds, resolve);
        check = () => {
          if (atRest.size > 0) return;
          clearTimeout(timer);
          resolve();
        };
        check();
      });
      return () => clearInterval(looking);
    },
  };
}
