import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Registry } from '@tallystick/registry/registry';
import { processTime } from '@tallystick/timing/monotonic-clock';

/** Milliseconds in which a page has to exchange its issued ticket. */
const exchangeWithin = 60_000;
/** Milliseconds for which a page may report by the ticket that it got in exchange. */
const lifetime = 24 * 3_600_000;
/** Clocks of several servers may differ by so much, in milliseconds. */
const tolerance = 60_000;

/** A page document as it was served: of which remote, and of which revision. */
export interface ServedPage {
  app: string;
  revision: number;
}

/** A page that a ticket is of. */
export interface TicketedPage extends ServedPage {
  /** Names the page, in its issued ticket and in the one that it got for that. */
  page: string;
  /** Milliseconds since the ticket was made. */
  age: number;
}

export type PageTickets = ReturnType<typeof openPageTickets>;

/**
 * Tickets of pages. They are HMACs, so that every server of the site can verify what another one issued. A ticket is
 * bound to the browser's cookie, and of no use in other browsers.
 *
 * @param nonces of tickets that were exchanged, at whichever server
 * @param now milliseconds since 1970
 */
export function openPageTickets(
  secret: Uint8Array,
  nonces: Pick<Registry['shortLived'], 'claim'>,
  now = processTime,
) {
  const sign = (browser: string, text: string) =>
    createHmac('sha256', secret).update(`page ticket ${browser} ${text}`).digest().subarray(0, 16);

  function make(
    browser: string,
    kind: 'issued' | 'kept',
    { app, revision, page }: ServedPage & Pick<TicketedPage, 'page'>,
  ): string {
    const text = `${kind}.${app}.${revision}.${Math.floor(now() / 1_000).toString(36)}.${page}`;
    return `${text}.${sign(browser, text).toString('base64url')}`;
  }

  function open(
    browser: string,
    kind: string,
    ticket: string,
    goodFor: number,
  ): TicketedPage | null {
    const [, text = '', of, app = '', revision, made = '', page = '', given = ''] =
      /^((issued|kept)\.([a-z0-9-]+)\.(\d{1,10})\.([0-9a-z]{1,9})\.([\w-]{12}))\.([\w-]{22})$/.exec(
        ticket,
      ) ?? [];
    const bytes = Buffer.from(given, 'base64url');
    const isOwn = bytes.length === 16 && timingSafeEqual(bytes, sign(browser, text));
    const age = now() - Number.parseInt(made, 36) * 1_000;
    if (!isOwn || of !== kind || age > goodFor || age < -tolerance) return null;
    return { app, revision: Number(revision), page, age };
  }

  return {
    /** For the answer to a navigation. All code of the page can read it while it is valid. */
    issue: (browser: string, page: ServedPage): string =>
      make(browser, 'issued', { ...page, page: randomBytes(9).toString('base64url') }),
    /** Exchanges an issued ticket, once, for one to report by (`kept`); null: it is not valid, or was exchanged before. */
    async exchange(
      browser: string,
      issued: string,
    ): Promise<{ page: TicketedPage; kept: string } | null> {
      const page = open(browser, 'issued', issued, exchangeWithin);
      if (page === null) return null;
      // While the registry does not answer, no report of a page is counted anyway.
      if (!(await nonces.claim(issued).catch(() => false))) return null;
      return { page, kept: make(browser, 'kept', page) };
    },
    /** The page of an issued ticket, exchanged or not; null: the ticket is not valid, or has expired. */
    pageOf: (browser: string, issued: string): string | null =>
      open(browser, 'issued', issued, exchangeWithin)?.page ?? null,
    /** The page of a ticket that was got by an exchange; null: the ticket is not valid, or has expired. */
    read: (browser: string, ticket: string): TicketedPage | null =>
      open(browser, 'kept', ticket, lifetime),
  };
}

/**
 * Whether a browser asks for a page in order to show it in a tab. That is neither a script's request, nor a frame's, nor
 * a prefetch. No script can set these headers.
 */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined;
}
