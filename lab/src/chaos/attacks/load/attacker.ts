import { connect, type Socket } from 'node:net';
import { readAnswers } from '../../../http/answers.ts';
import { readOrder } from '../../../processes/answer-orders.ts';
import { type Load, type LoadReport, orderSchema } from './order.ts';

/** A process that is the hostile client (`askProcess`). */
const { loads, seconds, opens } = readOrder(orderSchema);
/** Milliseconds until a lost connection is opened again. */
const reopenAfter = 100;
/** Requests that are sent unread, and milliseconds between two bytes or two pieces. */
const unread = 400;
const pause = 1_000;

const report: LoadReport = { maxOpen: 0, lost: 0, answers: {} };
let serial = 0;
let open = 0;

/** Connections that are to be opened, the loads mixed so that each has its first ones soon. */
const waiting = loads
  .flatMap((load) => Array.from({ length: load.connections }, (_, place) => ({ load, place })))
  .sort((one, other) => one.place - other.place)
  .map(({ load, place }) => [load, place] as const);
setInterval(() => {
  for (const [load, place] of waiting.splice(0, opens)) attack(load, place);
}, 10);
setTimeout(() => {
  console.log(JSON.stringify(report));
  process.exit();
}, seconds * 1_000);

function attack(load: Load, place: number): void {
  const localAddress = `127.0.0.${2 + (place % load.addresses)}`;
  const socket = connect({ host: '127.0.0.1', port: load.port, localAddress, noDelay: true });
  socket.on('connect', () => {
    open += 1;
    report.maxOpen = Math.max(report.maxOpen, open);
    socket.on('close', () => {
      open -= 1;
    });
    begin(socket, load);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    report.lost += 1;
    setTimeout(() => waiting.push([load, place]), reopenAfter);
  });
}

function begin(socket: Socket, load: Load): void {
  const { next } = load;
  const times = next === 'unread' ? unread : 1;
  for (let n = 0; n < times; n += 1) say(socket, load);
  if (next === 'unread') return;
  const read = readAnswers({
    head(status) {
      report.answers[status] = (report.answers[status] ?? 0) + 1;
    },
    end() {
      if (next === 'again') say(socket, load);
    },
  });
  socket.on('data', (piece) => {
    read(piece);
    if (next !== 'sip') return;
    socket.pause();
    setTimeout(() => socket.resume(), pause);
  });
  if (next !== 'drip') return;
  const timer = setInterval(() => socket.write('a'), pause);
  socket.on('close', () => clearInterval(timer));
}

function say(socket: Socket, { send }: Load): void {
  if (send === '' || socket.destroyed) return;
  serial += 1;
  // Numbers of two processes must not meet.
  socket.write(send.replaceAll('{n}', `${process.pid}x${serial}`), 'latin1');
}
