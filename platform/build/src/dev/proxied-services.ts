import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerOf } from './answers.ts';
import { ownPaths } from './own-paths.ts';
import type { Service } from './services.ts';
import type { SiteClient } from './site-client.ts';

/** Bytes of an answer in which addresses are looked for. */
const maxReadBytes = 100_000;

/** A service of the site, with its address at the proxy. */
export interface ProxiedService extends Service {
  /** Its own address. */
  at: string;
  /** What its paths at the proxy begin with. */
  prefix: string;
}

/** @param here origin of the proxy */
export function proxiedServices(services: readonly Service[], here: string): ProxiedService[] {
  return services.map(({ place, url }, at) => ({
    place,
    at: url,
    prefix: `${ownPaths.services}${at}`,
    url: `${here}${ownPaths.services}${at}`,
  }));
}

/** What a path at the proxy asks of a service: which service, and its address; null: it asks none. */
export function serviceCall(services: readonly ProxiedService[], path: string) {
  for (const service of services) {
    const rest = path.startsWith(service.prefix) ? path.slice(service.prefix.length) : null;
    if (rest === null || !/^($|[/?])/.test(rest)) continue;
    return { service, address: new URL(service.at + rest) };
  }
  return null;
}

/** Sends a call to its service. Its answer may say where to ask for more: that becomes the proxy's address. */
export async function sendToService(
  asked: IncomingMessage,
  response: ServerResponse,
  { service, address }: { service: ProxiedService; address: URL },
  client: SiteClient,
): Promise<void> {
  if (asked.method !== 'GET') return client.send(asked, response, address);
  const from = await answerOf(asked, response, address, client.headersFor(address, asked));
  const { 'content-length': length, 'content-type': type } = from.headers;
  const isShort = Number(length ?? Number.POSITIVE_INFINITY) <= maxReadBytes;
  if (!isShort || !type?.startsWith('application/json'))
    return client.answer(response, from, address);
  const told = await text(from);
  const { 'content-length': _length, ...headers } = client.takeHeaders(from, address);
  response.writeHead(from.statusCode ?? 502, headers);
  response.end(told.replaceAll(service.at, service.url));
}
