import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../../measures/times.ts';
import { answerOrders } from '../../processes/answer-orders.ts';
import { machineNow, type Order, orderSchema, type Report } from './protocol.ts';

/** Thousands of readers of one server, in a process of their own: they only look for the numbers of events. */
const marker = Buffer.from('"_data":"');
/** A marker with its number is no longer than this. */
const longest = 32;
const quote = '"'.charCodeAt(0);
/** Each client has an address of its own, and a few streams: one with many is refused for the sake of others. */
const streamsOfClient = 4;
/** Milliseconds in which a stream must have its first message. */
const patience = 60_000;

interface Stream {
  socket: Socket;
  /** The newest event, and when each came. */
  newest: number;
  arrivals: Map<number, number>;
  wrong: number;
}

let streams: Stream[] = [];
let onEvent = () => {};

answerOrders(orderSchema, async (order) => {
  switch (order.type) {
    case 'open':
      return open(order);
    case 'wait':
      return new Promise<void>((resolve) => {
        onEvent = () => {
          if (streams.some(({ newest }) => newest < order.sequence)) return;
          onEvent = () => {};
          resolve();
        };
        onEvent();
      });
    case 'report':
      return report(order);
    case 'close':
      for (const { socket } of streams) socket.destroy();
      streams = [];
  }
});

/** Resolves when each has its first message. */
async function open({ port, path, authorization, streams: count }: Order & { type: 'open' }) {
  const begun = machineNow();
  const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: ${authorization}\r\n\r\n`;
  const times = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const client = Math.floor(n / streamsOfClient);
      const localAddress = `127.0.${1 + (client % 250)}.${1 + Math.floor(client / 250)}`;
      while (!(await openStream({ port, host: '127.0.0.1', localAddress }, head))) {
        if (machineNow() - begun > patience) throw new Error('A stream was refused for a minute.');
        await wait(100);
      }
      return machineNow() - begun;
    }),
  );
  return quantiles(times, 0);
}

/** Resolves when it has its first message; to false if the server has no slot or no room yet: earlier streams are still closing. */
function openStream(place: NetConnectOpts, head: string): Promise<boolean> {
  const stream: Stream = {
    socket: connect(place),
    newest: 0,
    arrivals: new Map(),
    wrong: 0,
  };
  stream.socket.write(head);
  return new Promise((resolve) => {
    let begun = '';
    let isOpen = false;
    let carried: Buffer = Buffer.alloc(0);
    stream.socket.on('error', () => {});
    stream.socket.on('close', () => {
      if (streams.includes(stream)) throw new Error('A stream has ended.');
      resolve(false);
    });
    stream.socket.on('data', (chunk: Buffer) => {
      const at = machineNow();
      if (!isOpen) {
        begun += chunk.toString('latin1');
        if (begun.startsWith('HTTP/1.1 503 ')) {
          resolve(false);
          stream.socket.destroy();
        }
        if (!/^HTTP\/1\.1 200 .*\r\n\r\n.*\n\n/s.test(begun)) return;
        isOpen = true;
        streams.push(stream);
        resolve(true);
      }
      carried = take(stream, carried.length === 0 ? chunk : Buffer.concat([carried, chunk]), at);
      onEvent();
    });
  });
}

/** Notes the events in the bytes; answers those at the end that may begin another one. */
function take(stream: Stream, bytes: Buffer, at: number): Buffer {
  let from = 0;
  for (;;) {
    const found = bytes.indexOf(marker, from);
    const end = found < 0 ? -1 : bytes.indexOf(quote, found + marker.length);
    if (end < 0) return bytes.subarray(Math.max(from, bytes.length - longest));
    const sequence = Number(bytes.toString('latin1', found + marker.length, end));
    if (stream.newest !== 0 && sequence !== stream.newest + 1) stream.wrong += 1;
    stream.newest = sequence;
    stream.arrivals.set(sequence, at);
    from = end;
  }
}

function report({ first, sent }: Order & { type: 'report' }): Report {
  const times: number[] = [];
  let wrong = 0;
  for (const stream of streams) {
    wrong += stream.wrong;
    for (const [n, at] of sent.entries()) {
      const arrival = stream.arrivals.get(first + n);
      if (arrival === undefined) wrong += 1;
      else times.push(arrival - at);
    }
    stream.arrivals.clear();
    stream.wrong = 0;
  }
  return quantiles(times, wrong);
}

function quantiles(times: readonly number[], wrong: number): Report {
  const at = (share: number) => quantile(times, share);
  return { p50: at(0.5), p99: at(0.99), max: at(1), wrong };
}
