import type { ServerResponse } from 'node:http';

/** Readers of one stream of server-sent events, all of which get the same bytes. */
export interface EventStream {
  /** Takes a response over: sends `first` and what `send` is given, until either side ends it. */
  add(response: ServerResponse, first: string): void;
  /** Whether no more readers are taken. */
  full(): boolean;
  /** How many readers there are. */
  size(): number;
  send(message: string): void;
  /** Ends the stream for all, so that browsers come again. */
  close(): void;
}

export interface EventStreamOptions {
  /** Most readers at a time. */
  most: number;
  /** Bytes that may wait for a reader before it is cut. */
  waiting: number;
}

/** A message of one event; `data` has no line breaks. */
export function eventMessage(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

/** A comment: keeps proxies from ending a silent connection, and shows who has gone. */
export const heartbeat = ':\n\n';

export function openEventStream({ most, waiting }: EventStreamOptions): EventStream {
  const readers = new Set<ServerResponse>();

  function write(reader: ServerResponse, message: string): void {
    reader.write(message);
    // It reads nothing: what waits for it would grow until it goes.
    if (reader.writableLength > waiting) reader.destroy();
  }

  return {
    full: () => readers.size >= most,
    size: () => readers.size,
    add(response, first) {
      // Gone already: nothing would tell us so any more.
      if (response.destroyed || response.socket?.destroyed !== false) return;
      readers.add(response);
      response.on('close', () => readers.delete(response));
      response.on('error', () => response.destroy());
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // A proxy that collects an answer before it passes it on would hold back every event.
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      });
      write(response, first);
    },
    send(message) {
      for (const reader of readers) write(reader, message);
    },
    close() {
      for (const reader of readers) reader.end();
      readers.clear();
    },
  };
}
