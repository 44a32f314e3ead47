import { connect, type Socket } from 'node:net';

/** Milliseconds between two bytes of a request that comes slowly. */
const pause = 20;

/** Blocks this whole process. */
export function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** A connection to a port of this machine, and what came back on it. */
export interface RawConnection {
  socket: Socket;
  /** All that was answered so far. */
  answer(): string;
  /** Resolves with all that was answered when the connection has ended. */
  closed: Promise<string>;
}

/** @param from the address it comes from, of those that are this machine's own */
export function openRaw(port: number, from = '127.0.0.1'): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let answer = '';
  socket
    .on('error', () => {})
    .on('data', (part) => {
      answer += part;
    });
  const closed = new Promise<string>((done) => socket.once('close', () => done(answer)));
  return { socket, answer: () => answer, closed };
}

/**
 * Sends the beginning of a request to a port of this machine, and then `byte`, if given, again and again. Resolves
 * with all that was answered when the connection has ended.
 */
export async function sendRaw(port: number, beginning: string, byte?: string): Promise<string> {
  const { socket, closed } = openRaw(port);
  socket.write(beginning);
  const timer = byte === undefined ? undefined : setInterval(() => socket.write(byte), pause);
  const answer = await closed;
  clearInterval(timer);
  return answer;
}
