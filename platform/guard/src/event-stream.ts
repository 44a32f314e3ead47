import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { asFull } from './refuse.ts';
import type { Slots, Visitor } from './slots.ts';

/** A message of one event; `data` has no line breaks. */
export function eventMessage(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

/** A comment: keeps proxies from closing a silent connection, and detects closed ones. */
export const heartbeat = ':\n\n';

export const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // A proxy that buffers the answer would delay every event.
  'x-accel-buffering': 'no',
  // No other request shares the connection, so that closing it cuts none.
  connection: 'close',
} as const;

/**
 * Whether a stream cannot begin on an answer. Its connection may have ended: then no `close` event comes that would
 * release the slot. Another stream, which never ends, may be before it on the same connection.
 */
export const cannotBegin = ({ destroyed, socket }: ServerResponse): boolean =>
  destroyed || socket?.destroyed !== false;

/** Bytes that are buffered for a reader before it is disconnected. */
const maxBuffered = 65_536;

/** Opens a stream of server-sent events, of which all readers get the same bytes. */
export function openEventStream(slots: Slots) {
  const readers = new Set<ServerResponse>();
  let closed = false;

  function write(reader: ServerResponse, message: string): void {
    reader.write(message);
    // It does not read: its buffer would grow without a limit.
    if (reader.writableLength > maxBuffered) reader.destroy();
  }

  return {
    /**
     * Takes a reply over: sends `first` and what `send` is given, until either side ends it. False: there is
     * no slot. The caller then answers, and the connection ends (`asFull`).
     */
    add(reply: FastifyReply, visitor: Visitor, first: string): boolean {
      const response = reply.raw;
      if (cannotBegin(response)) {
        reply.hijack();
        return true;
      }
      const leave = closed ? null : slots.acquire(visitor);
      if (leave === null) {
        asFull(reply);
        return false;
      }
      reply.hijack();
      readers.add(response);
      response.on('close', () => {
        readers.delete(response);
        leave();
      });
      response.on('error', () => response.destroy());
      response.writeHead(200, eventStreamHeaders);
      write(response, first);
      return true;
    },
    send(message: string): void {
      for (const reader of readers) write(reader, message);
    },
    /** Ends the stream for all, so that browsers reconnect, and accepts no further reader. */
    close(): void {
      closed = true;
      for (const reader of readers) reader.end();
      readers.clear();
    },
  };
}
