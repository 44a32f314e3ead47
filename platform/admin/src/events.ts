import type { ServerResponse } from 'node:http';
import {
  cannotBegin,
  eventMessage,
  heartbeat,
  openEventStream,
} from '@tallystick/guard/event-stream';
import { networkOf } from '@tallystick/guard/network';
import { openSlots } from '@tallystick/guard/slots';
import { refusal } from '@tallystick/registry/contract/problem';
import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from './answers.ts';
import type { Context } from './context.ts';

/**
 * `GET /events` (SSE): `changed` at once and whenever something has changed, at most one a second.
 * It says that the reader should read again, not what changed; so one that missed some has lost
 * nothing. Ends when the reader's token is good no more.
 */
export function eventCalls(
  server: FastifyInstance,
  {
    registry,
    authentication,
    slots: limits,
    metrics,
    pace = { events: 1_000, heartbeats: 15_000 },
  }: Context,
): void {
  const slots = openSlots(limits);
  const stream = openEventStream(slots);
  metrics?.countStreams('admin', slots.size);
  const readers = new Map<FastifyRequest, ServerResponse>();
  let pending: NodeJS.Timeout | null = null;
  let sentAt = 0;

  const forget = registry.onChange(() => {
    pending ??= setTimeout(
      () => {
        pending = null;
        sentAt = performance.now();
        stream.send(changed);
      },
      Math.max(0, sentAt + pace.events - performance.now()),
    );
  });
  const beat = setInterval(() => {
    stream.send(heartbeat);
    for (const [request, response] of readers) {
      void authentication.identify(request).then(
        ({ ok }) => ok || response.end(),
        () => response.end(),
      );
    }
  }, pace.heartbeats);

  server.addHook('preClose', async () => {
    forget();
    clearInterval(beat);
    clearTimeout(pending ?? undefined);
    stream.close();
  });

  server.get(routes.events.path, { exposeHeadRoute: false }, async (request, reply) => {
    const visitor = { client: networkOf(request.ip), known: request.actor?.tokenId };
    const begins = !cannotBegin(reply.raw);
    if (!stream.add(reply, visitor, `retry: 2000\n\n${changed}`)) {
      return refuse(reply, refusal('unavailable', 'Too many readers.'));
    }
    if (begins) {
      readers.set(request, reply.raw);
      reply.raw.once('close', () => readers.delete(request));
    }
    return reply;
  });
}

const changed = eventMessage('changed', '{}');
