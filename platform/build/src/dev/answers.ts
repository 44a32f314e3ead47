import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { forward } from './forward.ts';
import { unreached } from './unreached.ts';

/** What an answer says of a page, but for what is of its very bytes or of one visit. */
export function ofPage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'content-length': _length, etag: _etag, 'server-timing': _ticket, ...rest } = headers;
  return rest;
}

/** An answer that is to be read, and so not compressed. Rejects with one line where none comes. */
export function answerOf(
  asked: IncomingMessage,
  response: ServerResponse,
  address: URL,
  headers: IncomingHttpHeaders,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    forward(asked, response, address, { ...headers, 'accept-encoding': 'identity' })
      .on('response', resolve)
      .on('error', (error) => reject(new Error(unreached(address, error))));
  });
}

/** Answers as another server does; where that breaks off, so does this. */
export function passOn(
  response: ServerResponse,
  from: IncomingMessage,
  headers: IncomingHttpHeaders,
): void {
  response.writeHead(from.statusCode ?? 502, headers);
  pipeline(from, response, () => {});
}

/** Answers with a text of the proxy's own. */
export function end(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

/** Answers with a line that says what is wrong; one that has begun is broken off. */
export function fail(response: ServerResponse, status: number, line: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${line}\n`);
}
