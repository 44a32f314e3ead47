import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';
import { ifNoneMatchNames } from '@tallystick/guard/if-none-match';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from '../memory/once.ts';
import { chooseEncoding, type Encoding } from './encoding.ts';

/** A body as it is and in the codings that there are of it, with the type of its content. */
export interface Prepared {
  type: string;
  plain: Uint8Array;
  etag: string;
  /** A function: made for who first asks for it. */
  coded: ReadonlyMap<Encoding, { body: Uint8Array | (() => Promise<Uint8Array>); etag: string }>;
}

/** From this many bytes on a body is worth compressing. */
export const worthCompressing = 256;

/** Bytes as they are; `tag` names exactly these bytes. */
export function preparePlain(type: string, plain: Uint8Array, tag = tagOf(plain)): Prepared {
  return { type, plain, etag: `"${tag}"`, coded: new Map() };
}

/**
 * A body that may change soon: compressed quickly, at a tenth of the best compression's time, and once in each
 * coding that is asked for.
 */
export function prepareQuickly(type: string, body: Uint8Array, tag = tagOf(body)): Prepared {
  const plain = preparePlain(type, body, tag);
  if (body.byteLength < worthCompressing) return plain;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const made = new Map<Encoding, Promise<Uint8Array>>();
  const br = () => once(made, 'br', () => compressBrotli(body, brotli));
  const zipped = () => once(made, 'gzip', () => compressGzip(body, { level: 6 }));
  return {
    ...plain,
    coded: new Map([
      ['br', { body: br, etag: `"${tag}-br5"` }],
      ['gzip', { body: zipped, etag: `"${tag}-gzip6"` }],
    ]),
  };
}

/** Those of its bodies that are in memory. */
export function madeBodies({ plain, coded }: Prepared): Uint8Array[] {
  const bodies = [...coded.values()].map(({ body }) => body);
  return [plain, ...bodies.filter((body) => typeof body !== 'function')];
}

const compressBrotli = promisify<Uint8Array, BrotliOptions, Uint8Array>(brotliCompress);
const compressGzip = promisify<Uint8Array, ZlibOptions, Uint8Array>(gzip);

/**
 * Sends a body in the coding that the client likes best, or 304 if the client has it. The caller
 * has set `cache-control`; `varies` names the request headers, beside accept-encoding, that
 * decided about the content.
 */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, etag, coded }: Prepared,
  varies: readonly string[] = [],
): Promise<FastifyReply> {
  const accepted = [request.headers['accept-encoding'] ?? []].flat().join(',');
  const encoding = chooseEncoding(accepted, (one) => one === 'identity' || coded.has(one));
  const chosen = coded.get(encoding) ?? { body: plain, etag };
  const vary = coded.size > 0 ? ['accept-encoding', ...varies] : varies;
  // A status of failure is said each time.
  const isGood = reply.statusCode === 200;
  const isKnown = isGood && ifNoneMatchNames(request.headers['if-none-match'], chosen.etag);
  // It may fail, and what the answer says of itself is for this body alone.
  const made = async () => (typeof chosen.body === 'function' ? await chosen.body() : chosen.body);
  const body = isKnown ? undefined : await made();
  if (vary.length > 0) reply.header('vary', vary.join(', '));
  reply.header('etag', chosen.etag);
  if (body === undefined) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(body);
}

/** A tag that names exactly this. */
export function tagOf(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
