import { ifNoneMatchNames } from '@tallystick/guard/if-none-match';
import { networkOf } from '@tallystick/guard/network';
import { asFull, refuseFor } from '@tallystick/guard/refuse';
import { asBatch } from '@tallystick/store/caller';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Chunk, Position } from '../live/chunks.ts';
import type { Feed } from '../live/feed.ts';
import type { LedgerEvent } from '../live/frame.ts';
import { error } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import { changeMessage, changeMessageSchema } from './change-message.ts';
import { cursorAfter, cursorSchema } from './cursor.ts';
import { offsetOf, offsetSchema, positionOf } from './offset.ts';

/** Where the stream of all transfers is. */
export const streamPath = '/streams/transfers';

/** What a page of another origin may read of an answer. */
export const streamHeaders = ['etag', 'stream-next-offset', 'stream-up-to-date', 'stream-cursor'];

export interface DurableStreamOptions {
  feed: Feed;
  /** Milliseconds that a long poll waits for an event. */
  longPoll: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

// A closed chunk with later events never changes; the end of the stream does. The answer to a long
// poll is shared by all who wait for the same.
const keepClosed = 'public, max-age=3600, immutable';
const keepEnd = 'public, max-age=1';
// A waiting reader goes on from what it is told, so the same events are still right later. A cache
// may need seconds to send them to all.
const keepTold = 'public, max-age=60';
const keepNothing = 'no-store';

/** Answers that are kept, of some 200 kB at most. */
const maxBodies = 24;
const gone =
  'The stream cannot tell what happened since then: load what you show again, and begin at its sequence.';
const noOffset = 'A live request says its offset.';
const full = 'Too many live connections. Try again later.';

const querystring = v.object({
  offset: v.optional(
    v.pipe(
      offsetSchema,
      v.description(
        'The Stream-Next-Offset of the answer before; -1 for the oldest event that is kept, now for the end. A list’s `sequence` in 16 digits is the offset of the list.',
      ),
    ),
  ),
  live: v.optional(v.pipe(v.literal('long-poll'), v.description('Waits for the next event.'))),
  cursor: v.optional(
    v.pipe(cursorSchema, v.description('The Stream-Cursor of the answer before.')),
  ),
});
const response = {
  200: jsonSchema(v.array(changeMessageSchema)),
  204: { type: 'null', description: 'Nothing happened while the long poll waited.' },
  304: { type: 'null', description: 'As the request’s If-None-Match has it.' },
  400: error('The offset or the cursor is not valid.'),
  410: error('Events after the offset are not kept any more.'),
  429: error('Too many requests.'),
  503: error('Too many wait, or the store is not available.'),
} as const;

/**
 * The events of the ledger by the read half of the Durable Streams protocol, in JSON mode, as
 * messages of its State Protocol. A cache can keep catch-up reads, and makes one long poll for all
 * its readers. See docs/feed.md.
 */
export const durableStream: RoutePlugin<DurableStreamOptions> = async (app, options) => {
  const { feed, longPoll, now } = options;
  const bytesOf = messageBytes();

  app.head(streamPath, async (_request, reply) => {
    const chunk = await read('newest');
    setHeaders(reply.type('application/json'), chunk?.upTo ?? 0, keepNothing);
    return reply.send();
  });

  app.get(
    streamPath,
    {
      schema: {
        summary: 'What happens, as a durable stream',
        tags: ['transfers'],
        querystring,
        response,
      },
    },
    async (request, reply) => {
      const { offset, live, cursor } = request.query;
      const position = positionOf(offset ?? '-1');
      if (live === undefined) {
        return answer(request, reply, position, await read(position), keepEnd);
      }
      if (offset === undefined) return reply.code(400).send(errorBody(400, noOffset));
      const leave = feed.acquire({ client: networkOf(request.ip) });
      if (leave === null) return refuseFor(asFull(reply), 503, 10, full);
      try {
        const chunk = await poll(request, position);
        reply.header('stream-cursor', cursorAfter(cursor, chunk?.upTo ?? 0, now()));
        if (chunk === null || chunk.events.length > 0) {
          return answer(request, reply, position, chunk, keepTold);
        }
        return setHeaders(reply.code(204), chunk.upTo, keepEnd, chunk.upToDate).send();
      } finally {
        leave();
      }
    },
  );

  const read = (position: Position) => asBatch(() => feed.readChunk(position));

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    position: Position,
    chunk: Chunk | null,
    keepOpen: string,
  ): FastifyReply {
    if (chunk === null) {
      return reply.code(410).header('cache-control', keepNothing).send(errorBody(410, gone));
    }
    const { after, upTo, events, closed, upToDate } = chunk;
    // Only an answer that begins at a number stays the same for good.
    const keep = position === 'newest' ? keepNothing : keepOpen;
    const isLasting = closed && !upToDate && position === after;
    setHeaders(reply, upTo, isLasting ? keepClosed : keep, upToDate);
    const tag = `"${offsetOf(after)}:${offsetOf(upTo)}${upToDate ? ':end' : ''}"`;
    reply.header('etag', tag);
    if (ifNoneMatchNames(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytesOf(events));
  }

  /**
   * The events after a position, as soon as there are some; an empty chunk after the time of a long
   * poll.
   */
  async function poll({ raw }: FastifyRequest, position: Position): Promise<Chunk | null> {
    const over = new AbortController();
    raw.once('close', () => over.abort());
    // One call for all three. When such signals are nested, Node never frees what it keeps for them
    // on a signal that lives on, as `feed.stopping` does.
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(longPoll), feed.stopping]);
    // Begins before the read, so that nothing is missed. The events it hears of may be in the read
    // already.
    let arrival = feed.nextEvents(signal);
    for (let from = position; ; ) {
      const chunk = await read(from);
      if (chunk === null || chunk.events.length > 0) {
        over.abort();
        return chunk;
      }
      // An empty chunk may be one of numbers that no event has. That is not the end: the next one
      // is read at once.
      if (chunk.upToDate ? !(await arrival) : signal.aborted) return chunk;
      if (chunk.upToDate) arrival = feed.nextEvents(signal);
      from = chunk.upTo;
    }
  }
};

/** Makes the messages of some events as they are sent. What is made once is kept for further readers. */
function messageBytes() {
  // Keyed by the first event itself: its number may later be given to another event.
  const bodies = new LRUCache<LedgerEvent, { events: number; bytes: Buffer }>({ max: maxBodies });
  return (events: readonly LedgerEvent[]): Buffer => {
    const [first] = events;
    const known = first && bodies.get(first);
    if (known?.events === events.length) return known.bytes;
    const bytes = Buffer.from(JSON.stringify(events.map(changeMessage)));
    if (first) bodies.set(first, { events: events.length, bytes });
    return bytes;
  };
}

function setHeaders(
  reply: FastifyReply,
  upTo: number,
  keep: string,
  upToDate = false,
): FastifyReply {
  if (upToDate) reply.header('stream-up-to-date', 'true');
  // The CORS plugin sets `Vary: Origin` whatever it allows, but the answer is the same for all
  // sites.
  reply.removeHeader('vary');
  return reply.header('stream-next-offset', offsetOf(upTo)).header('cache-control', keep);
}
