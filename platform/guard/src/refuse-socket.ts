import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from './error-body.ts';

/** Statuses of answers to what never becomes a request. */
type RawStatus = 400 | 408 | 431;

const sentences: Record<RawStatus, string> = {
  400: 'The request is not understood.',
  408: 'The request came too slowly.',
  431: 'The headers are too large.',
};
/** Milliseconds in which a client may read the answer. */
const closeAfterMs = 1_000;

/** Answers invalid or incomplete HTTP, for which there is no request object; then closes. */
export function refuseSocket(
  { code }: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  bodyOf: ErrorBody,
): void {
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code?.includes('TIMEOUT') ? 408 : 400;
  const body = JSON.stringify(bodyOf(status, sentences[status]));
  const all = {
    ...headers,
    connection: 'close',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), closeAfterMs).unref();
}
