import { StoreRefusal } from '@tallystick/store/fair-queue';
import type { FastifyInstance, FastifyReply } from 'fastify';

const minute = 60_000;
const refused = new WeakSet<FastifyReply>();

/** Answers that somebody is to ask again after `seconds`, in the shape of every error of the house. */
export function refuseFor(
  reply: FastifyReply,
  code: 429 | 503,
  seconds: number,
  error: string,
): FastifyReply {
  refused.add(reply);
  return reply
    .code(code)
    .header('retry-after', String(seconds))
    .header('cache-control', 'no-store')
    .send({ code, error });
}

/** For handlers of errors: answers what a store refused to do; false if the error is another. */
export function answerStoreRefusal(error: unknown, reply: FastifyReply): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof StoreRefusal)) return false;
  const { statusCode, retryAfter, message } = cause;
  if (statusCode !== 499) refuseFor(reply, statusCode, retryAfter, message);
  // Nobody reads it: who asked has gone.
  else reply.code(statusCode).send();
  return true;
}

/** Whether the answer was a refusal of a limit: these are counted, not logged one by one. */
export const isRefused = (reply: FastifyReply): boolean => refused.has(reply);

/**
 * Logs how many requests were refused by limits, by route and status, in one line a minute and none
 * if there were none: a line for each would cost more than what is refused. Names no client.
 */
export function countRefusals(
  server: FastifyInstance,
  log: (line: string) => void,
  milliseconds = minute,
): void {
  const counts = new Map<string, number>();
  server.addHook('onResponse', (request, reply, done) => {
    if (isRefused(reply)) {
      const kind = `${request.method} ${request.routeOptions.url ?? 'none'} ${reply.statusCode}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    done();
  });
  const tell = () => {
    if (counts.size === 0) return;
    const kinds = [...counts].map(([kind, count]) => `${kind}: ${count}`);
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    counts.clear();
    log(`${all} requests refused in the last minute (${kinds.join(', ')})`);
  };
  const timer = setInterval(tell, milliseconds);
  timer.unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    tell();
  });
}
