import { createHmac } from 'node:crypto';
import { type NetworkBits, networkOf } from '@tallystick/guard/network';
import { openRateWindows } from '@tallystick/guard/rate-windows';
import type { Reporter, Served } from '@tallystick/registry/reports/reporter';
import type { FastifyRequest } from 'fastify';
import type { Browsers } from '../canary/browser.ts';
import { rolloutBucketOf } from '../canary/rollout-bucket.ts';
import type { Releases } from '../release/releases.ts';
import type { PageTickets, ServedPage } from './page-tickets.ts';

/** Milliseconds for which a cookie counts as new. */
const freshFor = 10 * 60_000;
/** Milliseconds for which a page is new: what it says counts as a sign that it runs. */
const newFor = 60_000;
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

  /** What the site gave a page, when it was served and since. */
  function servedTo(browser: string, { app, revision }: ServedPage): Served {
    const given = releases.since(revision).flatMap((newest) => {
      const { shell, remotes } = newest.forBrowser(browser).document;
      const its = remotes.filter(({ name }) => name === app);
      return [shell, ...its.flatMap((remote) => [remote, remote.fallback ?? remote])];
    });
    return { app, builds: new Set(given.map(({ name, build }) => `${name}@${build}`)) };
  }

  /** The build that brings a page as it is served; undefined: this server does not remember its revision. */
  function broughtBy(browser: string, { app, revision }: ServedPage): string | undefined {
    const [served] = releases.since(revision);
    if (served?.revision.revision !== revision) return undefined;
    const { remotes } = served.forBrowser(browser).document;
    return remotes.find(({ name }) => name === app)?.build;
  }

  function reporterOf(
    { id, issuedAt }: { id: string; issuedAt: number },
    ip: string,
    page: ServedPage | null,
  ): Reporter {
    return {
      browser: nameOf(`counted ${id}`),
      network: nameOf(`network ${networkOf(ip, networkBits)}`),
      bucket: rolloutBucketOf(id),
      fresh: now() - issuedAt < freshFor,
      served: page && servedTo(id, page),
      sampled: hash(`sample ${id}`).readUInt32BE(0) < sample * 2 ** 32,
    };
  }

  function browserOf({ headers }: Pick<FastifyRequest, 'headers'>) {
    const browser = browsers.of(headers.cookie);
    return browser?.issuedAt == null ? null : { id: browser.id, issuedAt: browser.issuedAt };
  }

  return {
    /**
     * What a page reports by (`kept`), for the ticket that came with it; see `PageTickets`. Also which page begins, with
     * which build if that is known. Null: without a valid cookie or ticket.
     */
    async exchange(request: Pick<FastifyRequest, 'headers' | 'ip'>, issued: string) {
      const browser = browserOf(request);
      const exchanged = browser && (await tickets.exchange(browser.id, issued));
      if (browser === null || exchanged === null) return null;
      const { page, kept } = exchanged;
      return {
        ...{ kept, page: page.page, app: page.app, build: broughtBy(browser.id, page) },
        reporter: reporterOf(browser, request.ip, page),
      };
    },
    /** Which page says by the ticket that came with it that it runs; null: the cookie or the ticket is not valid. */
    running(request: Pick<FastifyRequest, 'headers'>, issued: string): string | null {
      const browser = browserOf(request);
      return browser && tickets.pageOf(browser.id, issued);
    },
    /**
     * Who reports, and of which page, while that is new. Null: a browser without a valid cookie of this site. Without a
     * good ticket nothing counts.
     */
    of(request: Pick<FastifyRequest, 'headers' | 'ip'>, ticket?: string) {
      const browser = browserOf(request);
      if (browser === null) return null;
      const page = ticket === undefined ? null : tickets.read(browser.id, ticket);
      const newPage = page !== null && page.age < newFor ? page.page : null;
      return { reporter: reporterOf(browser, request.ip, page), newPage };
    },
    /** Whether the sender's network may report once more now. */
    mayReport({ ip }: Pick<FastifyRequest, 'ip'>): boolean {
      return windows.take([{ network: networkOf(ip, networkBits), shares: 1 }]) === 0;
    },
  };
}
