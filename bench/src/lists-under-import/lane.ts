import { connect, type Socket } from 'node:net';

/** One connection that asks and is answered, one request at a time. */
export interface Lane {
  /** Resolves with the status when the answer has come whole; 0 if the connection is lost. */
  ask(request: Buffer): Promise<number>;
  close(): void;
}

const endOfHead = Buffer.from('\r\n\r\n');

/**
 * Opens a connection to a server on this machine. It reads no more of an answer than its status and
 * its length, so that what asks takes little of the machine from what answers.
 */
export async function openLane(port: number): Promise<Lane> {
  const socket = await connected(port);
  let settle: ((status: number) => void) | undefined;
  let status = 0;
  let missing: number | undefined;
  let head: Buffer = Buffer.alloc(0);
  const finish = (result: number) => {
    const done = settle;
    settle = undefined;
    missing = undefined;
    head = Buffer.alloc(0);
    done?.(result);
  };
  const take = (bytes: Buffer) => {
    if (missing === undefined) {
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      const end = head.indexOf(endOfHead);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      status = Number(text.slice(9, 12));
      missing = Number(length ?? 0) - (head.length - end - endOfHead.length);
    } else {
      missing -= bytes.length;
    }
    if (missing <= 0) finish(status);
  };
  socket.on('data', take);
  socket.on('error', () => {});
  socket.on('close', () => finish(0));
  return {
    ask: (request) =>
      new Promise((resolve) => {
        if (socket.destroyed) {
          resolve(0);
          return;
        }
        settle = resolve;
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
