import { connect } from 'node:net';

/** Bytes that are no request, or no honest one. */
export const noises: readonly string[] = [
  '\r\n\r\n',
  'hello\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/9.9\r\nhost: a\r\n\r\n',
  'GET /\u0000 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\nx: \u0001\r\n\r\n',
  `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(3_000)}\r\n`,
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n',
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];

/**
 * Sends the bytes and then nothing more. Answers the status of the first answer, or null if the
 * server closed without one.
 */
export function makeNoise(port: number, bytes: string): Promise<number | null> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect({ host: '127.0.0.1', port }, () => socket.end(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
    });
    // It may be cut off while there is still something to send.
    socket.on('error', () => {});
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1];
      resolve(status === undefined ? null : Number(status));
    });
  });
}
