import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '@tallystick/store/error-code';
import { type Answer, call } from '../../http/call.ts';
import { answerOrders, endWith } from '../../processes/answer-orders.ts';
import { orderSchema } from './protocol.ts';

// Thousands of readers of a durable stream, each with a connection of its own: they only count messages.

const message = Buffer.from('"type":"transfer"');
/** All caches keep answers by it. */
const headers = { host: 'api.ledger.example' };
/** As many clients, each with an address of its own. */
const addresses = 64;
/** Readers that are opened at the same time. */
const openedAtOnce = 100;

interface Reader {
  agent: Agent;
  localAddress: string;
  offset: string;
  cursor: string;
  events: number;
}

let readers: Reader[] = [];

answerOrders(orderSchema, (order) =>
  order.type === 'open' ? open(order.url, order.readers) : waitFor(order.events),
);

async function open(url: string, count: number): Promise<void> {
  readers = Array.from({ length: count }, (_, n) => ({
    agent: new Agent({ keepAlive: true }),
    localAddress: `127.0.${(n % addresses) + 1}.1`,
    offset: 'now',
    cursor: '',
    events: 0,
  }));
  const closed = readers.values();
  const openRest = async () => {
    for (const reader of closed) {
      const { headers } = await ask(`${url}?offset=now`, reader);
      reader.offset = String(headers['stream-next-offset']);
      poll(url, reader).catch(endWith);
    }
  };
  // The service reads once for all who ask within some milliseconds: one after the other would wait that long each.
  await Promise.all(Array.from({ length: openedAtOnce }, openRest));
}

async function poll(url: string, reader: Reader): Promise<void> {
  for (;;) {
    const cursor = reader.cursor === '' ? '' : `&cursor=${reader.cursor}`;
    const address = `${url}?offset=${reader.offset}&live=long-poll${cursor}`;
    const { status, headers, bytes } = await ask(address, reader);
    if (status !== 200 && status !== 204) throw new Error(`${address} was answered ${status}.`);
    reader.offset = String(headers['stream-next-offset']);
    reader.cursor = String(headers['stream-cursor']);
    for (let at = bytes.indexOf(message); at >= 0; at = bytes.indexOf(message, at + 1)) {
      reader.events += 1;
    }
  }
}

/** Asks again where the cache has closed the connection, which it does with those that rest for seconds. */
async function ask(url: string, { agent, localAddress: from }: Reader): Promise<Answer> {
  for (;;) {
    try {
      return await call(url, { agent, from, headers, timeoutMs: null });
    } catch (error) {
      if (!['ECONNRESET', 'cut'].includes(codeOf(error))) throw error;
    }
  }
}

/** Resolves when each has so many more. O(n) for each answer would be O(n²) for all: it looks every 20 ms. */
async function waitFor(events: number): Promise<void> {
  while (readers.some((reader) => reader.events < events)) await wait(20);
  if (readers.some((reader) => reader.events > events)) throw new Error('An event came twice.');
  for (const reader of readers) reader.events = 0;
}
