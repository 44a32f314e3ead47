import { createHmac } from 'node:crypto';
import { type NetworkBits, networkOf } from '@tallystick/guard/network';
import type { Reporter } from '@tallystick/registry/health/reporter';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Browsers } from '../canary/browser.ts';

/** Milliseconds for which a cookie counts as new. */
const freshFor = 10 * 60_000;
/** Reports count by networks of this size, so that a client with many addresses counts once. */
const networkBits: NetworkBits = { ipv4: 24, ipv6: 48 };
/** Token bucket of one network: its size, and how many reports are added each second. */
const burst = 1_200;
const perSecond = 20;
/** Networks that are remembered (LRU cache). */
const maxNetworks = 10_000;

export interface ReportersOptions {
  browsers: Browsers;
  /** Makes the hashes by which browsers and networks are counted. */
  secret: Uint8Array;
  /** Share of browsers whose loads are counted, between 0 and 1. */
  sample: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Identifies reporters by the site's cookie and by address, never by the content of a report. */
export interface Reporters {
  /** Null: a browser without a valid cookie of this site. */
  of(request: Pick<FastifyRequest, 'headers' | 'ip'>): Reporter | null;
  /** Whether the sender's network may report once more now. */
  mayReport(request: Pick<FastifyRequest, 'ip'>): boolean;
}

export function openReporters({ browsers, secret, sample, now }: ReportersOptions): Reporters {
  const allowances = new LRUCache<string, { left: number; at: number }>({ max: maxNetworks });
  const hash = (what: string) => createHmac('sha256', secret).update(what).digest();
  const nameOf = (what: string) => hash(what).toString('base64url').slice(0, 22);

  return {
    of({ headers, ip }) {
      const browser = browsers.of(headers.cookie);
      if (browser === null || browser.issuedAt === null) return null;
      return {
        browser: nameOf(`counted ${browser.id}`),
        network: nameOf(`network ${networkOf(ip, networkBits)}`),
        fresh: now() - browser.issuedAt < freshFor,
        sampled: hash(`sample ${browser.id}`).readUInt32BE(0) < sample * 2 ** 32,
      };
    },
    mayReport({ ip }) {
      const network = networkOf(ip, networkBits);
      const { left, at } = allowances.get(network) ?? { left: burst, at: now() };
      const allowed = Math.min(burst, left + ((now() - at) / 1_000) * perSecond);
      allowances.set(network, { left: Math.max(0, allowed - 1), at: now() });
      return allowed >= 1;
    },
  };
}
