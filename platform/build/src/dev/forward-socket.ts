import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';

/** Joins a browser's WebSocket to the one at `address`, until either ends. */
export function forwardSocket(
  asked: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  address: URL,
): void {
  const { host: _here, ...headers } = asked.headers;
  const onward = request(address, { headers });
  // Either may be gone before they are joined.
  socket.on('error', () => onward.destroy());
  onward.on('upgrade', ({ rawHeaders }, far, farHead) => {
    const lines = rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}\r\n`] : [],
    );
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
    socket.write(farHead);
    far.write(head);
    far.pipe(socket).pipe(far);
    far.on('error', () => socket.destroy());
    socket.on('error', () => far.destroy());
  });
  onward.on('response', (refusal) => {
    refusal.resume();
    socket.destroy();
  });
  onward.on('error', () => socket.destroy());
  onward.end();
}
