import { serverNow } from '@tallystick/timing/server-clock';
import { useSyncExternalStore } from 'react';

const tick = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The time, in milliseconds cut to the second. One timer for all times on the page, and none while nobody needs it.
 *
 * @param ticks whether what is shown changes as time passes
 */
export function useNow(ticks = true): number {
  return useSyncExternalStore(ticks ? watchSeconds : watchNothing, second, second);
}

function watchSeconds(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const watchNothing = () => () => {};
/** Cut to the tick, so that it is the same for all who look within one. */
const second = () => Math.floor(serverNow() / tick) * tick;
