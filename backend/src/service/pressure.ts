import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorBody } from './errors.ts';

/** Milliseconds by which the event loop may lag before new requests are turned away. */
const longestLag = 5_000;
/** Seconds after which somebody turned away may ask again. */
const retryAfter = 2;
/** Milliseconds from the start in which the lag may be the start's own. */
const startLag = 2_000;

/**
 * Turns requests away with 503, at once and cheaply, while the process cannot keep up: better a
 * few are told so than that all wait, and memory grows with what waits.
 */
export async function turnAwayUnderPressure(app: FastifyInstance, lag = longestLag): Promise<void> {
  let counts = Number.POSITIVE_INFINITY;
  app.addHook('onReady', async () => {
    counts = performance.now() + startLag;
  });
  await app.register(underPressure, {
    maxEventLoopDelay: lag,
    retryAfter,
    pressureHandler: (request, reply, _type, milliseconds) => {
      // Infinite: one stop took the whole second that is measured over, which need not be too long.
      if (milliseconds === Number.POSITIVE_INFINITY) return;
      if (request.url === '/health' || request.url === '/metrics') return;
      if (performance.now() < counts) return;
      turnAway(reply);
    },
  });
}

/**
 * Lets at most `most` requests be under way in the routes registered after it: what waits for the
 * store stands in memory, and waits too long to be wanted.
 */
export function boundWaiting(app: FastifyInstance, most: number): void {
  let underWay = 0;
  app.addHook('onRequest', async (_request, reply) => {
    if (underWay >= most) return turnAway(reply);
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
    });
  });
}

function turnAway(reply: FastifyReply): void {
  reply
    .code(503)
    .header('retry-after', String(retryAfter))
    .send(errorBody(503, 'Too much is asked of the ledger now. Please try again.'));
}
