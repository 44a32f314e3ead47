import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Slots, Visitor } from './slots.ts';

/** Readers of one stream of server-sent events, all of which get the same bytes. */
export interface EventStream {
  /**
   * Takes a reply over: sends `first` and what `send` is given, until either side ends it. False:
   * there is no slot, and the caller answers.
   */
  add(reply: FastifyReply, visitor: Visitor, first: string): boolean;
  send(message: string): void;
  /** Ends the stream for all, so that browsers come again, and takes nobody any more. */
  close(): void;
}

/** A message of one event; `data` has no line breaks. */
export function eventMessage(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

/** A comment: keeps proxies from ending a silent connection, and shows who has gone. */
export const heartbeat = ':\n\n';

export const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // A proxy that collects an answer before it passes it on would hold back every event.
  'x-accel-buffering': 'no',
  // A stream ends with its connection: no other request is on it that could be cut.
  connection: 'close',
} as const;

/** @param waiting bytes that may wait for a reader before it is cut */
export function openEventStream(slots: Slots, waiting = 65_536): EventStream {
  const readers = new Set<ServerResponse>();
  let closed = false;

  function write(reader: ServerResponse, message: string): void {
    reader.write(message);
    // It reads nothing: what waits for it would grow until it goes.
    if (reader.writableLength > waiting) reader.destroy();
  }

  return {
    add(reply, visitor, first) {
      const response = reply.raw;
      const leave = closed ? null : slots.acquire(visitor);
      if (leave === null) return false;
      reply.hijack();
      // Gone already: nothing would tell us so any more.
      if (response.destroyed || response.socket?.destroyed !== false) {
        leave();
        return true;
      }
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
    send(message) {
      for (const reader of readers) write(reader, message);
    },
    close() {
      closed = true;
      for (const reader of readers) reader.end();
      readers.clear();
    },
  };
}
