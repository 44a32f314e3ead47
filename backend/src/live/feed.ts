import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { cannotBegin, eventStreamHeaders } from '@tallystick/guard/event-stream';
import { openSlots, type Visitor } from '@tallystick/guard/slots';
import { StoreRefusal } from '@tallystick/store/fair-queue';
import type { FastifyReply } from 'fastify';
import { chunkReader } from './chunks.ts';
import type { EventSource } from './events.ts';
import { createReaders } from './readers.ts';
import { refuse, refuseFull } from './refusal.ts';
import { createReplayPages } from './replay-pages.ts';
import { createRing } from './ring.ts';
import type { LiveFeedSettings } from './settings.ts';
import { refetchFrame, serveStream } from './stream.ts';
import { createTail } from './tail.ts';
import type { WatchRequest } from './watch-request.ts';

const closeTimeoutMs = 1_000;

export interface FeedOptions {
  source: EventSource;
  /** Calls its listener after commits with events; returns what ends it. */
  onWake: (listener: () => void) => () => void;
  settings: LiveFeedSettings;
  onError: (error: unknown) => void;
}

export type Feed = ReturnType<typeof startFeed>;

/** All streams of this process, and the one reading of events behind them. */
export function startFeed({ source, onWake, settings, onError }: FeedOptions) {
  const open = new Set<ServerResponse>();
  const slots = openSlots(settings.slots);
  const stopping = new AbortController();
  const ring = createRing(settings.ring);
  const pages = createReplayPages(source);
  const readers = createReaders(settings.unread);
  const arrivals = new EventEmitter<{ events: [] }>().setMaxListeners(0);
  const tail = createTail({
    source,
    ring,
    needed: () => open.size > 0 || arrivals.listenerCount('events') > 0,
    onEvents: (frames) => {
      readers.broadcast(frames);
      arrivals.emit('events');
    },
    onGap: () => {
      pages.forget();
      readers.end(refetchFrame);
    },
    onError,
  });
  const timers = [
    setInterval(readers.beat, settings.heartbeat),
    setInterval(tail.wake, settings.look),
    setInterval(() => {
      pages.forget();
      source.prune(settings.keep).catch(onError);
    }, settings.prune),
  ];
  for (const timer of timers) timer.unref();
  const endWake = onWake(tail.wake);
  const acquire = (visitor: Visitor) => (stopping.signal.aborted ? null : slots.acquire(visitor));

  return {
    /** Events for answers that end. */
    readChunk: chunkReader(source, tail, ring, pages),
    /** Resolves with true when there are new events, with false when the signal is aborted. */
    nextEvents: (signal: AbortSignal): Promise<boolean> =>
      once(arrivals, 'events', { signal }).then(
        () => true,
        () => false,
      ),
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
      open.add(response);
      response.once('close', () => {
        open.delete(response);
        // Without readers nothing would tell of a reset.
        if (open.size === 0) pages.forget();
        leave();
      });
      try {
        await tail.catchUp();
      } catch (error) {
        onError(error);
        refuse(reply, 503, 'Unavailable', 'The ledger cannot be read at the moment.');
        return;
      }
      reply.hijack();
      if (response.destroyed) return;
      // A reader may disconnect at any time, which is not an error.
      response.on('error', () => undefined);
      const headers = { ...reply.getHeaders(), ...eventStreamHeaders };
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined) response.setHeader(name, value);
      }
      const context = { ring, pages, readers, settings, stopping: stopping.signal };
      try {
        await serveStream(response, watch, session, context);
      } catch (error) {
        // Refusals by the store's limits are counted, not logged one by one.
        if (!(error instanceof StoreRefusal)) onError(error);
        response.destroy();
      }
    },
    endSession(session: string): void {
      readers.end(undefined, session);
    },
    /** The sessions that have streams here. */
    sessions: readers.sessions,
    /** How many streams are open. */
    size: () => open.size,
    /** Ends every stream cleanly; one that does not take its end within a second is cut. */
    async stop(): Promise<void> {
      stopping.abort();
      endWake();
      for (const timer of timers) clearInterval(timer);
      readers.end();
      await tail.stop();
      await allClosed(open, closeTimeoutMs);
      for (const response of open) response.destroy();
    },
  };
}

function allClosed(open: ReadonlySet<ServerResponse>, timeoutMs: number): Promise<unknown> {
  const closed = [...open].map((response) => new Promise((end) => response.once('close', end)));
  return Promise.race([Promise.all(closed), wait(timeoutMs, undefined, { ref: false })]);
}
