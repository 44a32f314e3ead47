import { createHmac } from 'node:crypto';
import { type NetworkBits, networkOf } from '@tallystick/guard/network';
import { openRateWindows } from '@tallystick/guard/rate-windows';
import type { Reporter, Served } from '@tallystick/registry/reports/reporter';
import type { FastifyRequest } from 'fastify';
import type { Browsers } from '../canary/browser.ts';
import type { Releases } from '../release/releases.ts';
import type { PageTickets } from './page-tickets.ts';

/** Milliseconds for which a cookie counts as new. */
const freshFor = 10 * 60_000;
/** Reports count by networks of this size, so that a client with many addresses counts once. */
const networkBits: NetworkBits = { ipv4: 24, ipv6: 48 };
/** Reports of one network in any minute. */
const perMinute = 1_200;
const minute = 60_000;
/** Networks that are remembered (LRU cache). */
const maxNetworks = 10_000;

export interface ReportersOptions {
  browsers: Browsers;
  tickets: PageTickets;
  releases: Pick<Releases, 'since'>;
  /** Makes the hashes by which browsers and networks are counted. */
  secret: Uint8Array;
  /** Share of browsers whose loads are counted, between 0 and 1. */
  sample: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type Reporters = ReturnType<typeof openReporters>;

/** Identifies reporters by what the site gave them and by address, never by what a report says. */
export function openReporters(options: ReportersOptions) {
  const { browsers, tickets, releases, secret, sample, now } = options;
  const windows = openRateWindows(perMinute, minute, maxNetworks, now);
  const hash = (what: string) => createHmac('sha256', secret).update(what).digest();
  const nameOf = (what: string) => hash(what).toString('base64url').slice(0, 22);

  /** What the site gave the page of a ticket, when it was served and since. */
  function servedTo(browser: string, ticket: string): Served | null {
    const page = tickets.read(browser, ticket);
    if (page === null) return null;
    const { app } = page;
    const given = releases.since(page.revision).flatMap((newest) => {
      const { shell, remotes } = newest.forBrowser(browser).document;
      const its = remotes.filter(({ name }) => name === app);
      return [shell, ...its.flatMap((remote) => [remote, remote.fallback ?? remote])];
    });
    return { app, builds: new Set(given.map(({ name, build }) => `${name}@${build}`)) };
  }

  return {
    /** What a page reports by, for the ticket that came with it; see `PageTickets`. */
    async exchange(
      { headers }: Pick<FastifyRequest, 'headers'>,
      issued: string,
    ): Promise<string | null> {
      const browser = browsers.of(headers.cookie);
      return browser?.issuedAt == null ? null : tickets.exchange(browser.id, issued);
    },
    /** Null: a browser without a valid cookie of this site. Without a good ticket nothing counts. */
    of({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>, ticket?: string): Reporter | null {
      const browser = browsers.of(headers.cookie);
      if (browser?.issuedAt == null) return null;
      return {
        browser: nameOf(`counted ${browser.id}`),
        network: nameOf(`network ${networkOf(ip, networkBits)}`),
        fresh: now() - browser.issuedAt < freshFor,
        served: ticket === undefined ? null : servedTo(browser.id, ticket),
        sampled: hash(`sample ${browser.id}`).readUInt32BE(0) < sample * 2 ** 32,
      };
    },
    /** Whether the sender's network may report once more now. */
    mayReport({ ip }: Pick<FastifyRequest, 'ip'>): boolean {
      return windows.take([{ network: networkOf(ip, networkBits), shares: 1 }]) === 0;
    },
  };
}
