import { codeOf } from '@tallystick/store/error-code';
import { StoreRefusal } from '@tallystick/store/fair-queue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { usualErrorBody } from './error-body.ts';

const minute = 60_000;
const refused = new WeakSet<FastifyReply>();
const full = new WeakSet<FastifyReply>();

/** Asks a client to come again after `seconds`, in the shape that all errors of its server have. */
export function refuseFor(
  reply: FastifyReply,
  code: 429 | 503,
  seconds: number,
  error: string,
): FastifyReply {
  refused.add(reply);
  const { errorBody = usualErrorBody } = reply.server;
  return reply
    .code(code)
    .header('retry-after', String(seconds))
    .header('cache-control', 'no-store')
    .send(errorBody(code, error));
}

/**
 * Marks an answer, whatever its shape, as the refusal of a stream that finds no slot. Its connection ends. Otherwise a
 * client that opens one for each try would leave many at rest, which the garbage collector copies.
 */
export function asFull(reply: FastifyReply): FastifyReply {
  refused.add(reply);
  full.add(reply);
  return reply.header('connection', 'close');
}

/**
 * For error handlers: answers a refusal of a store as that says. A client that disconnected while its request was
 * being received gets no answer. False: it is another error.
 */
export function answerKnown(error: unknown, reply: FastifyReply): boolean {
  if (isCutOff(error, reply)) {
    // To answer thousands of them at once would block the event loop for half a second.
    reply.hijack();
    return true;
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof StoreRefusal)) return false;
  const { statusCode, retryAfter, message } = cause;
  if (statusCode !== 499) refuseFor(reply, statusCode, retryAfter, message);
  // The client has disconnected.
  else reply.code(statusCode).send();
  return true;
}

/** Whether the error is that of a body whose connection was closed. */
function isCutOff(error: unknown, { request }: FastifyReply): boolean {
  return codeOf(error) === 'ECONNRESET' && request.socket.destroyed && !request.raw.complete;
}

/** Whether the answer was a refusal of a limit: these are counted, not logged one by one. */
export const isRefused = (reply: FastifyReply): boolean => refused.has(reply);

/** Whether the client itself asked for more than its share, and not all clients together. */
export const askedTooMuch = (reply: FastifyReply): boolean =>
  isRefused(reply) && (reply.statusCode === 429 || full.has(reply));

/**
 * Logs by route how many requests were refused by limits, or left by their client before the answer. That is one
 * line a minute, or none: a line for each would cost more than the refusals. Names no client.
 */
export function countRefusals(
  server: FastifyInstance,
  log: (line: string) => void,
  milliseconds = minute,
): void {
  const counts = new Map<string, number>();
  const count = (
    { method, routeOptions: { url = 'none' } }: FastifyRequest,
    what: number | 'left',
  ) => {
    const kind = `${method} ${url} ${what}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  server.addHook('onResponse', (request, reply, done) => {
    if (isRefused(reply)) count(request, reply.statusCode);
    done();
  });
  const replies = new WeakMap<FastifyRequest, FastifyReply>();
  server.addHook('onRequest', (request, reply, done) => {
    replies.set(request, reply);
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    // A client that ends a stream has lost no answer.
    if (replies.get(request)?.raw.headersSent === false) count(request, 'left');
    done();
  });
  const report = () => {
    if (counts.size === 0) return;
    const kinds = [...counts].map(([kind, count]) => `${kind}: ${inWords(count)}`);
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    counts.clear();
    log(`${inWords(all)} requests refused or left in the last minute (${kinds.join(', ')})`);
  };
  const timer = setInterval(report, milliseconds);
  timer.unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    report();
  });
}

/** With commas: six digits in a row look like a sign-in code, for which logs are searched. */
const inWords = (count: number) => count.toLocaleString('en');
