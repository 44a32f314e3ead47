import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { readAnswers } from '../../../http/answers.ts';

const connections = 16;
/** Milliseconds before the server is stopped, and for which it is waited. */
const begin = 1_000;
const end = 5_000;

/**
 * Asks over kept connections, each again as soon as it is answered, and lets the server be stopped
 * meanwhile. Answers how many requests were sent and never answered: a connection that was closed
 * after an answer that said so has lost nothing.
 */
export async function cutRequests(port: number, send: string, stop: () => void): Promise<number> {
  let cut = 0;
  for (let n = 0; n < connections; n += 1) {
    let waiting = true;
    let last = false;
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(send));
    const read = readAnswers({
      head(_status, fields) {
        last = /\r\nconnection: close/i.test(fields);
      },
      end() {
        waiting = !last;
        if (waiting) socket.write(send);
      },
    });
    socket.on('data', read);
    socket.on('error', () => {});
    socket.on('close', () => {
      if (waiting) cut += 1;
    });
  }
  await wait(begin);
  stop();
  await wait(end);
  return cut;
}
