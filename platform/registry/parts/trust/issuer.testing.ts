import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';

export type TestAlgorithm = 'RS256' | 'ES256' | 'EdDSA';

/** A real issuer of ID tokens on this machine: discovery document, keys, and signatures by them. */
export interface TestIssuer {
  /** As it stands in `iss`. */
  url: string;
  /** Its public keys, as it publishes them. */
  keys: JWK[];
  /** What it answers in place of its documents, by path. */
  answers: Map<string, { status: number; headers?: Record<string, string>; body: string }>;
  /** Paths that were asked for. */
  asked: string[];
  /** Signs claims beside `iss`, by its newest key of an algorithm. */
  sign(claims: JWTPayload, algorithm?: TestAlgorithm): Promise<string>;
  /** Publishes a new key in place of those of an algorithm. */
  rotate(algorithm: TestAlgorithm): Promise<void>;
  /**
   * Claims of the run that asks as GitHub's runner does, by `/token?audience=…` and the bearer `run`; it adds
   * audience and times.
   */
  run: JWTPayload;
  close(): Promise<void>;
}

/** @param wall milliseconds since 1970, for tokens of `/token` */
export async function openTestIssuer(wall = Date.now): Promise<TestIssuer> {
  const pairs = new Map<TestAlgorithm, { privateKey: CryptoKey; kid: string }>();
  const answers: TestIssuer['answers'] = new Map();
  const asked: string[] = [];
  const keys: JWK[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer.url);
    asked.push(pathname);
    const send = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    const instead = answers.get(pathname);
    if (instead !== undefined) return send(instead.status, instead.body, instead.headers);
    if (pathname === '/.well-known/openid-configuration') {
      return send(200, JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` }));
    }
    if (pathname === '/keys') return send(200, JSON.stringify({ keys }));
    if (pathname !== '/token' || request.headers.authorization !== 'Bearer run') {
      return send(404, '{}');
    }
    const iat = Math.floor(wall() / 1_000);
    const aud = searchParams.get('audience') ?? '';
    const jti = String(asked.length);
    return void issuer
      .sign({ ...issuer.run, aud, iat, exp: iat + 300, jti })
      .then((value) => send(200, JSON.stringify({ value })));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    keys,
    answers,
    asked,
    run: {},
    async sign(claims, algorithm = 'RS256') {
      const pair = pairs.get(algorithm);
      if (pair === undefined) throw new Error(`no key for ${algorithm}`);
      return await new SignJWT({ iss: issuer.url, ...claims })
        .setProtectedHeader({ alg: algorithm, kid: pair.kid })
        .sign(pair.privateKey);
    },
    async rotate(algorithm) {
      const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
      const kid = `${algorithm}-${keys.length}-${asked.length}`;
      const others = keys.filter(({ alg }) => alg !== algorithm);
      keys.splice(0, keys.length, ...others, {
        ...(await exportJWK(publicKey)),
        kid,
        alg: algorithm,
      });
      pairs.set(algorithm, { privateKey, kid });
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  for (const algorithm of ['RS256', 'ES256', 'EdDSA'] as const) await issuer.rotate(algorithm);
  return issuer;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
