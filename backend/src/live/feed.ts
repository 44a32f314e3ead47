import type { ServerResponse } from 'node:http';
import { cannotBegin, eventStreamHeaders } from '@tallystick/guard/event-stream';
import { openSlots, type Visitor } from '@tallystick/guard/slots';
import { StoreRefusal } from '@tallystick/store/fair-queue';
import type { FastifyReply } from 'fastify';
import { type EventLogOptions, openEventLog } from './event-log.ts';
import { createOpenStreams } from './open-streams.ts';
import { createReaders } from './readers.ts';
import { refuse, refuseFull } from './refusal.ts';
import type { LiveFeedSettings } from './settings.ts';
import { refetchFrame, type StreamContext, serveStream } from './stream.ts';
import type { WatchRequest } from './watch-request.ts';

const closeTimeoutMs = 1_000;

export interface FeedOptions extends Pick<EventLogOptions, 'source' | 'onWake' | 'onError'> {
  settings: LiveFeedSettings;
}

export type Feed = ReturnType<typeof startFeed>;

/** All streams of this process, and the one reading of events behind them. */
export function startFeed({ source, onWake, settings, onError }: FeedOptions) {
  const open = createOpenStreams();
  const slots = openSlots(settings.slots);
  const stopping = new AbortController();
  const readers = createReaders(settings.unread);
  const log = openEventLog({
    source,
    onWake,
    settings,
    needed: () => open.size() > 0,
    onEvents: readers.broadcast,
    onGap: () => readers.end(refetchFrame),
    onError,
  });
  const heartbeat = setInterval(readers.beat, settings.heartbeat).unref();
  const acquire = (visitor: Visitor) => (stopping.signal.aborted ? null : slots.acquire(visitor));
  const { ring, pages, catchUp } = log;
  const context = { ring, pages, readers, settings, stopping: stopping.signal, catchUp, onError };

  return {
    readChunk: log.readChunk,
    nextEvents: log.nextEvents,
    /** Aborted when the feed stops. */
    get stopping(): AbortSignal {
      return stopping.signal;
    },
    /** Takes a slot for an answer that waits; null: there is none. Call the returned function to release it. */
    acquire,
    /** Whether there is a slot for one more stream of this visitor. */
    hasRoom: slots.hasRoom,
    /** Answers a watch: with a stream, or with a refusal if there is no slot or no database. */
    async open(
      reply: FastifyReply,
      watch: WatchRequest,
      session: string,
      visitor: Visitor,
    ): Promise<void> {
      const response = reply.raw;
      if (cannotBegin(response)) {
        reply.hijack();
        return;
      }
      const leave = acquire(visitor);
      if (leave === null) {
        refuseFull(reply);
        return;
      }
      open.add(response, () => {
        // Without readers nothing would tell of a reset.
        if (open.size() === 0) pages.forget();
        leave();
      });
      await answerWatch(reply, watch, session, context);
    },
    endSession(session: string): void {
      readers.end(undefined, session);
    },
    /** The sessions that have streams here. */
    sessions: readers.sessions,
    /** How many streams are open. */
    size: open.size,
    /** Ends every stream cleanly; one that does not take its end within a second is cut. */
    async stop(): Promise<void> {
      stopping.abort();
      clearInterval(heartbeat);
      readers.end();
      await log.stop();
      await open.allClosed(closeTimeoutMs);
    },
  };
}

interface WatchContext extends StreamContext {
  catchUp: () => Promise<unknown>;
  onError: (error: unknown) => void;
}

/** Answers a watch that has a slot. */
async function answerWatch(
  reply: FastifyReply,
  watch: WatchRequest,
  session: string,
  { catchUp, onError, ...context }: WatchContext,
): Promise<void> {
  try {
    await catchUp();
  } catch (error) {
    onError(error);
    refuse(reply, 503, 'Unavailable', 'The ledger cannot be read at the moment.');
    return;
  }
  reply.hijack();
  const response = reply.raw;
  if (response.destroyed) return;
  beginStream(response, { ...reply.getHeaders(), ...eventStreamHeaders });
  try {
    await serveStream(response, watch, session, context);
  } catch (error) {
    // Refusals by the store's limits are counted, not logged one by one.
    if (!(error instanceof StoreRefusal)) onError(error);
    response.destroy();
  }
}

function beginStream(response: ServerResponse, headers: ReturnType<FastifyReply['getHeaders']>) {
  // A reader may disconnect at any time, which is not an error.
  response.on('error', () => undefined);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
}
