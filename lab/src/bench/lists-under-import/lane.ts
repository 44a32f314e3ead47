import { once } from 'node:events';
import { connect } from 'node:net';
import { readAnswers } from '../../http/answers.ts';

/** One connection that asks and is answered, one request at a time. */
export type Lane = Awaited<ReturnType<typeof openLane>>;

/**
 * Opens a connection to a server on this machine. It reads no more of an answer than its status and
 * its end, so that what asks takes little of the machine from what answers.
 */
export async function openLane(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  let settle = (_status: number) => {};
  let status = 0;
  const read = readAnswers({
    head: (given) => {
      status = Number(given);
    },
    end: () => settle(status),
  });
  socket.on('data', read);
  socket.on('error', () => {});
  socket.on('close', () => settle(0));
  return {
    /** Resolves with the status when the answer has come whole; 0 if the connection is lost. */
    ask: (request: Buffer) =>
      new Promise<number>((resolve) => {
        settle = resolve;
        if (socket.destroyed) resolve(0);
        else socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}
