import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { fail, passOn } from './answers.ts';
import { type CookieJar, createCookieJar } from './cookie-jar.ts';
import { forward, forwarded } from './forward.ts';
import { unreached } from './unreached.ts';

export type SiteClient = ReturnType<typeof createSiteClient>;

/**
 * Sends requests of the browser to the site and its services, as a page of the site makes them.
 *
 * @param site its origin
 * @param here origin of the proxy
 */
export function createSiteClient(site: string, here: string) {
  const jars = new Map<string, CookieJar>();

  /** Cookies are of a host alone, as servers that name no domain want it. */
  function jarOf({ hostname }: URL): CookieJar {
    const jar = jars.get(hostname) ?? createCookieJar();
    jars.set(hostname, jar);
    return jar;
  }

  /** The headers that the browser's request has at `address`. */
  function headersFor(address: URL, { headers }: IncomingMessage): IncomingHttpHeaders {
    const { cookie: _ofThisMachine, ...sent } = forwarded(headers);
    const cookie = jarOf(address).header(address.pathname);
    const { origin, referer } = headers;
    return {
      ...sent,
      ...(origin && { origin: site }),
      ...(referer && { referer: referer.replace(here, site) }),
      ...(cookie && { cookie }),
    };
  }

  /** Keeps the cookies of an answer from `address`; returns its other headers, as the browser gets them. */
  function takeHeaders({ headers }: IncomingMessage, address: URL): IncomingHttpHeaders {
    const { 'set-cookie': cookies = [], ...rest } = forwarded(headers);
    jarOf(address).take(cookies);
    const { location = '' } = rest;
    // Node 20 has no URL.parse.
    if (URL.canParse(location) && new URL(location).origin === site)
      rest.location = location.replace(site, here);
    return rest;
  }

  /** Passes on an answer from `address`, without its cookies. */
  function answer(response: ServerResponse, from: IncomingMessage, address: URL): void {
    passOn(response, from, takeHeaders(from, address));
  }

  /** Sends a request to `address`, and passes on its answer. */
  function send(asked: IncomingMessage, response: ServerResponse, address: URL): void {
    forward(asked, response, address, headersFor(address, asked))
      .on('response', (from) => answer(response, from, address))
      .on('error', (error) => fail(response, 502, unreached(address, error)));
  }

  return { headersFor, takeHeaders, answer, send };
}
