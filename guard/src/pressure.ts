import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuseFor } from './refuse.ts';

/** Milliseconds by which the event loop may lag before new requests are turned away. */
const longestLag = 5_000;
/** Nobody is sent here by them; what asks whether it is ready is told that it is not. */
const alwaysAnswered = ['/health'];
/** Seconds after which somebody turned away may ask again. */
const retryAfter = 2;
/** Milliseconds from the start in which the lag may be the start's own. */
const startLag = 2_000;

/**
 * Turns requests away with 503, at once and cheaply, while the process cannot keep up: better a
 * few are told so than that all wait, and memory grows with what waits.
 */
export async function turnAwayUnderPressure(
  server: FastifyInstance,
  lag = longestLag,
): Promise<void> {
  let counts = Number.POSITIVE_INFINITY;
  server.addHook('onReady', async () => {
    counts = performance.now() + startLag;
  });
  await server.register(underPressure, {
    maxEventLoopDelay: lag,
    retryAfter,
    pressureHandler: (request, reply, _type, milliseconds) => {
      // Infinite: one stop took the whole second that is measured over, which need not be too long.
      if (milliseconds === Number.POSITIVE_INFINITY) return;
      if (alwaysAnswered.includes(request.url) || performance.now() < counts) return;
      turnAway(reply);
    },
  });
}

function turnAway(reply: FastifyReply): void {
  refuseFor(reply, 503, retryAfter, 'Too much is asked now. Please try again.');
}
