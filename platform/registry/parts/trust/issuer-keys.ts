import { askJson } from '@tallystick/contract/http/ask-json';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';

/** How long the keys of an issuer are used before they are fetched again, in milliseconds. */
const keysLife = 3_600_000;
/** Pause between two fetches for an unknown key, in milliseconds. */
const unknownKeyPause = 30_000;
/** Pause after a fetch that failed, in milliseconds. */
const failurePause = 5_000;
const maxIssuers = 100;
/** Limits of each answer of an issuer. */
const limits = { timeoutMs: 5_000, maxBytes: 262_144 };

const discoverySchema = v.object({ issuer: v.string(), jwks_uri: v.string() });
const keySetSchema = v.object({
  keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.maxLength(100)),
});

/** The keys of an issuer are not available; the message is for people. */
export class NoKeys extends Error {}

interface Fetched {
  /** When the fetch began. */
  at: number;
  failed: boolean;
  keys: Promise<JWTVerifyGetKey>;
  /** The newest keys that arrived, by this fetch or an earlier one, and when that fetch began. */
  good: { at: number; keys: JWTVerifyGetKey } | undefined;
}

/** Finds the key of a token among those that an issuer publishes; throws NoKeys, or what jose throws. */
export type IssuerKeys = (issuer: string) => JWTVerifyGetKey;

/**
 * Keys of issuers, by their discovery documents (OpenID Connect Discovery 1.0). An unknown key makes the registry fetch
 * the keys again, because an issuer may have changed them. It does so at most twice a minute, so that made-up tokens
 * cannot flood the issuer. If the fetch fails, the known keys stay valid until their hour is over.
 *
 * @param now milliseconds of a monotonic clock
 */
export function openIssuerKeys(now: () => number): IssuerKeys {
  const known = new LRUCache<string, Fetched>({ max: maxIssuers });

  function startFetch(issuer: string, good: Fetched['good']): Fetched {
    const fetched: Fetched = { at: now(), failed: false, keys: fetchKeys(issuer), good };
    fetched.keys.then(
      (keys) => {
        fetched.good = { at: fetched.at, keys };
      },
      () => {
        fetched.failed = true;
      },
    );
    known.set(issuer, fetched);
    return fetched;
  }

  function keysOf(issuer: string, maxAge: number): Promise<JWTVerifyGetKey> {
    const kept = known.get(issuer);
    const refetchAfter = kept?.failed ? failurePause : maxAge;
    const isNew = kept !== undefined && now() - kept.at < refetchAfter;
    return (isNew ? kept : startFetch(issuer, kept?.good)).keys;
  }

  return (issuer) => async (header, token) => {
    const good = known.get(issuer)?.good;
    const isGood = good !== undefined && now() - good.at < keysLife;
    const keys = isGood ? good.keys : await keysOf(issuer, keysLife);
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
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const discovery = await read(url, discoverySchema, 'a discovery document');
  const { issuer: named, jwks_uri: keysAt } = discovery;
  if (named !== issuer) throw new NoKeys(`${url} names the issuer ${named}, not ${issuer}`);
  // An issuer must not be able to make the registry send requests elsewhere.
  if (URL.parse(keysAt)?.origin !== new URL(issuer).origin) {
    throw new NoKeys(`${url} has its keys elsewhere: ${keysAt}`);
  }
  return createLocalJWKSet(await read(keysAt, keySetSchema, 'a JSON Web Key Set'));
}

/** Fetches a document from exactly this address. A redirect is refused, since it could lead anywhere. */
async function read<S extends v.GenericSchema>(address: string, schema: S, what: string) {
  const headers = { accept: 'application/json' };
  const asked = await askJson(address, schema, { ...limits, headers, redirect: 'error' });
  if (asked.ok) return asked.value;
  const { code, problem } = asked;
  if (code === 'not-as-promised') throw new NoKeys(`${address} is not ${what}`);
  throw new NoKeys(`${address} does not answer as it should (${problem})`);
}
