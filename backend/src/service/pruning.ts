import { repeat } from '@tallystick/store/repeat';

const everyMs = 60_000;

/** Something that deletes what is no longer needed. */
export interface Prunable {
  prune(): Promise<void>;
}

/** Lets each prune now and every minute, so that no request has to. The returned function ends it. */
export const startPruning = (...parts: readonly Prunable[]): (() => Promise<void>) =>
  repeat(everyMs, async () => {
    for (const part of parts) await part.prune().catch(() => {});
  });
