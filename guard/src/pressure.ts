import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuseFor } from './refuse.ts';

/** Milliseconds by which the event loop may lag before new requests are turned away. */
const longestLag = 5_000;
/** Nobody is sent here by them; what asks whether it is ready is told that it is not. */
const alwaysAnswered = ['/health'];
/** Seconds after which somebody turned away may ask again. */
const retryAfter = 2;
/** Milliseconds over which the lag is measured, and how finely. */
const sample = 1_000;
const resolution = 10;
/** Milliseconds from the start in which the lag may be the start's own. */
const startLag = 2_000;

/**
 * Turns requests away with 503, at once and cheaply, while the process cannot keep up: better a
 * few are told so than that all wait, and memory grows with what waits. Measures nothing that needs
 * a file: there may be no descriptor left.
 */
export function turnAwayUnderPressure(server: FastifyInstance, longest = longestLag): void {
  const delays = monitorEventLoopDelay({ resolution });
  let lag = 0;
  let timer: NodeJS.Timeout | undefined;
  server.addHook('onReady', async () => {
    const counts = performance.now() + startLag;
    delays.enable();
    timer = setInterval(() => {
      // Without a count one stop took the whole time, which need not be too long.
      const measured = delays.count > 0 && performance.now() > counts;
      lag = measured ? delays.mean / 1e6 - resolution : 0;
      delays.reset();
    }, sample);
    timer.unref();
  });
  server.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  server.addHook('onRequest', async ({ url }, reply) => {
    if (lag > longest && !alwaysAnswered.includes(url)) return turnAway(reply);
  });
}

function turnAway(reply: FastifyReply): FastifyReply {
  return refuseFor(reply, 503, retryAfter, 'Too much is asked now. Please try again.');
}
