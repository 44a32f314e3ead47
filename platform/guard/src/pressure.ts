import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { refuseFor } from './refuse.ts';

/** Milliseconds by which the event loop may lag before new requests are refused. */
const maxLagMs = 5_000;
/** Liveness probes. `/ready` is refused: no client is to be routed here. */
const alwaysAnswered = ['/health'];
/** Seconds after which a refused client may ask again. */
const retryAfter = 2;
/** Milliseconds over which the lag is measured, and the resolution. */
const sampleMs = 1_000;
const resolution = 10;
/** Milliseconds after the start in which the lag is not counted: starting takes time itself. */
const startUpMs = 2_000;

/**
 * Load shedding: refuses requests with 503, at once and cheaply, while the process cannot keep up, so
 * that waiting requests do not fill the memory. Measures nothing that needs a file: there may be no
 * descriptor left.
 */
export function turnAwayUnderPressure(server: FastifyInstance, maxLag = maxLagMs): void {
  const delays = monitorEventLoopDelay({ resolution });
  let lag = 0;
  let timer: NodeJS.Timeout | undefined;
  server.addHook('onReady', async () => {
    const counts = performance.now() + startUpMs;
    delays.enable();
    timer = setInterval(() => {
      // No count: one block took the whole period. That alone is no lag beyond the limit.
      const measured = delays.count > 0 && performance.now() > counts;
      lag = measured ? delays.mean / 1e6 - resolution : 0;
      delays.reset();
    }, sampleMs);
    timer.unref();
  });
  server.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  server.addHook('onRequest', async ({ url }, reply) => {
    if (lag > maxLag && !alwaysAnswered.includes(url)) {
      return refuseFor(reply, 503, retryAfter, 'The service is busy. Please try again.');
    }
  });
}
