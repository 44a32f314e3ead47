import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { request as requestSecure } from 'node:https';

/** Headers that belong to one connection alone, or would be wrong on this machine. */
const notForwarded = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-connection',
  // This machine has no https.
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that another server may get too. */
export function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notForwarded.has(name)));
}

/** Sends a request on, with its body, to `address`; ends it when the browser gives up its answer. */
export function forward(
  from: IncomingMessage,
  to: ServerResponse,
  address: URL,
  headers: IncomingHttpHeaders,
): ClientRequest {
  const send = address.protocol === 'https:' ? requestSecure : request;
  const sent = send(address, { method: from.method, headers });
  to.on('close', () => sent.destroy());
  from.pipe(sent);
  return sent;
}
