import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** The responses that have a slot for a stream and are not closed yet. */
export function createOpenStreams() {
  const open = new Set<ServerResponse>();
  return {
    /** Counts a response until it closes, and then calls `onClose`. */
    add(response: ServerResponse, onClose: () => void): void {
      open.add(response);
      response.once('close', () => {
        open.delete(response);
        onClose();
      });
    },
    size: () => open.size,
    /** Waits until all are closed. Those that are not within `timeoutMs` are cut. */
    async allClosed(timeoutMs: number): Promise<void> {
      const closed = [...open].map((response) => new Promise((end) => response.once('close', end)));
      await Promise.race([Promise.all(closed), wait(timeoutMs, undefined, { ref: false })]);
      for (const response of open) response.destroy();
    },
  };
}
