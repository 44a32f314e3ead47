import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { isSameHost } from './issuer-address.ts';
import { readJson } from './read-json.ts';

/** How long the keys of an issuer are used before they are asked for again, in milliseconds. */
const keysLife = 3_600_000;
/** Between two fetches for a key that is not among them, … */
const unknownKeyPause = 30_000;
/** … and after a fetch that failed. */
const failurePause = 5_000;
const maxIssuers = 100;

const discoverySchema = v.object({ issuer: v.string(), jwks_uri: v.string() });
const keySetSchema = v.object({
  keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.maxLength(100)),
});

/** The keys of an issuer are not to be had; the message is for people. */
export class NoKeys extends Error {}

interface Fetched {
  /** When it was begun. */
  at: number;
  failed: boolean;
  keys: Promise<JWTVerifyGetKey>;
}

/** Finds the key of a token among those that an issuer publishes; throws NoKeys, or what jose throws. */
export type IssuerKeys = (issuer: string) => JWTVerifyGetKey;

/**
 * Keys of issuers, by their discovery documents (OpenID Connect Discovery 1.0). A key that is not known is
 * looked for anew, at most twice a minute, so that an issuer may change its keys and nobody can make the
 * registry ask it all the time.
 *
 * @param now milliseconds, of a clock that only goes forward
 */
export function openIssuerKeys(now: () => number): IssuerKeys {
  const known = new LRUCache<string, Fetched>({ max: maxIssuers });

  function fetchAnew(issuer: string): Fetched {
    const fetched: Fetched = { at: now(), failed: false, keys: fetchKeys(issuer) };
    fetched.keys.catch(() => {
      fetched.failed = true;
    });
    known.set(issuer, fetched);
    return fetched;
  }

  function keysOf(issuer: string, newerThan: number): Promise<JWTVerifyGetKey> {
    const kept = known.get(issuer);
    if (kept === undefined) return fetchAnew(issuer).keys;
    const life = kept.failed ? failurePause : newerThan;
    return (now() - kept.at < life ? kept : fetchAnew(issuer)).keys;
  }

  return (issuer) => async (header, token) => {
    const keys = await keysOf(issuer, keysLife);
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return await (await keysOf(issuer, unknownKeyPause))(header, token);
    }
  };
}

/** @throws NoKeys */
export async function fetchKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const at = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const discovery = v.safeParse(discoverySchema, await read(at));
  if (!discovery.success) throw new NoKeys(`${at} is no discovery document`);
  const { issuer: named, jwks_uri: keysAt } = discovery.output;
  if (named !== issuer) throw new NoKeys(`${at} is of the issuer ${named}, not of ${issuer}`);
  // So that an issuer cannot have the registry ask anybody else.
  if (!isSameHost(keysAt, issuer)) throw new NoKeys(`${at} has its keys elsewhere: ${keysAt}`);
  const keySet = v.safeParse(keySetSchema, await read(keysAt));
  if (!keySet.success) throw new NoKeys(`${keysAt} is no JSON Web Key Set`);
  return createLocalJWKSet(keySet.output);
}

async function read(address: string): Promise<unknown> {
  try {
    return await readJson(address);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new NoKeys(`${address} does not answer as it should (${why})`);
  }
}
