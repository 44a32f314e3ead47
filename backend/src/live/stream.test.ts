import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenAnywhere } from '@tallystick/store/free-ports.testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { event } from './event.testing.ts';
import type { EventSource } from './events.ts';
import { eventFrame } from './frame.ts';
import { createReaders } from './readers.ts';
import { createReplayPages } from './replay-pages.ts';
import { createRing } from './ring.ts';
import { serveStream } from './stream.ts';

describe('a resuming stream', () => {
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createServer();
    port = await listenAnywhere(server);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A response to write to, and what its reader has read when it has ended. */
  async function open(): Promise<{ response: ServerResponse; read: Promise<number[]> }> {
    const read = new Promise<number[]>((resolve) => {
      get({ port, host: '127.0.0.1' }, async (answer) => {
        const numbers = (await text(answer)).matchAll(/"_data":"(\d+)"/g);
        resolve([...numbers].map(([, number]) => Number(number)));
      });
    });
    const [, response]: ServerResponse[] = await once(server, 'request');
    if (!response) throw new Error('no request');
    return { response, read };
  }

  it('misses nothing that leaves the memory while it reads the table', async () => {
    const ring = createRing(1);
    const readers = createReaders(1_000_000);
    const recorded = [1, 2, 3, 4];
    ring.push([1, 2, 3, 4].map((sequence) => eventFrame(event(sequence))));
    let readings = 0;
    const source: EventSource = {
      extent: async () => null,
      prune: async () => {},
      async page(cursor, limit, last = Number.POSITIVE_INFINITY) {
        const page = recorded.filter((n) => n > cursor && n <= last).slice(0, limit);
        readings += 1;
        // Two more events come after the second, empty, reading of the table.
        if (readings <= 2) {
          const next = recorded.length + 1;
          recorded.push(next);
          ring.push([eventFrame(event(next))]);
        }
        return {
          events: readings === 1 ? page.slice(0, 2).map(event) : page.map(event),
          complete: true,
        };
      },
    };
    const { response, read } = await open();
    const context = {
      ring,
      pages: createReplayPages(source),
      readers,
      settings: { replay: 100, stallTimeout: 1_000 },
      stopping: new AbortController().signal,
    };
    await serveStream(response, { since: 0, position: true, wants: null }, 's', context);
    readers.broadcast([eventFrame(event(7))]);
    readers.end();
    expect(await read).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('misses nothing between a floor that has no events below it and one that rose', async () => {
    const ring = createRing(1);
    const readers = createReaders(1_000_000);
    ring.restart(4);
    const source: EventSource = {
      extent: async () => null,
      prune: async () => {},
      async page(cursor, _limit, last = Number.POSITIVE_INFINITY) {
        const page = [5].filter((n) => n > cursor && n <= last);
        if (ring.newest === 4) ring.push([eventFrame(event(5))]);
        return { events: page.map(event), complete: true };
      },
    };
    const { response, read } = await open();
    const context = {
      ring,
      pages: createReplayPages(source),
      readers,
      settings: { replay: 100, stallTimeout: 1_000 },
      stopping: new AbortController().signal,
    };
    await serveStream(response, { since: 3, position: false, wants: null }, 's', context);
    readers.end();
    expect(await read).toEqual([5]);
  });

  it('is ended at once if the service stops while it opens', async () => {
    const stopping = new AbortController();
    stopping.abort();
    const { response, read } = await open();
    const context = {
      ring: createRing(1),
      pages: createReplayPages({ page: async () => ({ events: [], complete: true }) }),
      readers: createReaders(1),
      settings: { replay: 100, stallTimeout: 1_000 },
      stopping: stopping.signal,
    };
    await serveStream(response, { since: null, position: true, wants: null }, 's', context);
    expect(await read).toEqual([0]);
  });
});
