import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal, refuse } from './answers.ts';
import type { Authentication } from './authentication.ts';

const most = 500;
/** At most so much may wait for a slow reader, in bytes. */
const patience = 65_536;

export interface EventParts {
  registry: Pick<Registry, 'onChange'>;
  authentication: Authentication;
  /** Milliseconds from one event to the next, and from one heartbeat to the next. */
  pace?: { events: number; heartbeats: number };
}

/**
 * `GET /events` (SSE): `changed` at once and whenever something has changed, at most one a second.
 * It says that the reader should read again, not what changed; so one that missed some has lost
 * nothing. Ends when the reader's token is good no more.
 */
export function eventCalls(
  server: FastifyInstance,
  { registry, authentication, pace = { events: 1_000, heartbeats: 15_000 } }: EventParts,
): void {
  const readers = new Map<FastifyReply, FastifyRequest>();
  let pending: NodeJS.Timeout | null = null;
  let sentAt = 0;

  function send(reply: FastifyReply, text: string): void {
    if (reply.raw.writableLength > patience) reply.raw.destroy();
    else reply.raw.write(text);
  }
  function tellAll(): void {
    pending = null;
    sentAt = performance.now();
    for (const reply of readers.keys()) send(reply, changed);
  }
  const forget = registry.onChange(() => {
    pending ??= setTimeout(tellAll, Math.max(0, sentAt + pace.events - performance.now()));
  });
  const heartbeat = setInterval(() => {
    for (const [reply, request] of readers) {
      void authentication.identify(request).then(
        ({ ok }) => (ok ? send(reply, ': still here\n\n') : reply.raw.end()),
        () => reply.raw.end(),
      );
    }
  }, pace.heartbeats);

  server.addHook('preClose', async () => {
    forget();
    clearInterval(heartbeat);
    clearTimeout(pending ?? undefined);
    for (const reply of readers.keys()) reply.raw.end();
  });

  server.get('/events', { exposeHeadRoute: false }, async (request, reply) => {
    if (readers.size >= most) return refuse(reply, refusal('unavailable', 'Too many readers.'));
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    readers.set(reply, request);
    reply.raw.on('close', () => readers.delete(reply));
    reply.raw.on('error', () => readers.delete(reply));
    send(reply, `retry: 2000\n\n${changed}`);
  });
}

const changed = 'event: changed\ndata: {}\n\n';
