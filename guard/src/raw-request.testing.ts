import { connect } from 'node:net';

/** Milliseconds between two bytes of a request that comes slowly. */
const pause = 20;

/**
 * Sends the beginning of a request to a port of this machine, and then, if there is one, the same byte
 * again and again; resolves with all that was answered until the connection ends.
 */
export async function sendRaw(port: number, beginning: string, byte?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket
    .on('error', () => {})
    .on('data', (part) => {
      answer += part;
    });
  socket.write(beginning);
  const timer = byte === undefined ? undefined : setInterval(() => socket.write(byte), pause);
  await new Promise((closed) => socket.once('close', closed));
  clearInterval(timer);
  return answer;
}
