import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './encoding.ts';

/** A body in the codings that there are of it, `identity` always, with the type of its content. */
export interface Prepared {
  type: string;
  bodies: ReadonlyMap<Encoding, { body: Uint8Array; etag: string }>;
}

/** From this many bytes on a body is worth compressing. */
export const worthCompressing = 256;

/** Bytes as they are; `tag` names exactly these bytes. */
export function preparePlain(type: string, body: Uint8Array, tag = tagOf(body)): Prepared {
  return { type, bodies: new Map([['identity', { body, etag: `"${tag}"` }]]) };
}

/** A body that may change soon: compressed quickly, at a tenth of the best compression's time. */
export async function prepareQuickly(
  type: string,
  body: Uint8Array,
  tag = tagOf(body),
): Promise<Prepared> {
  const plain = preparePlain(type, body, tag);
  if (body.byteLength < worthCompressing) return plain;
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(body, { level: 6 }),
  ]);
  return {
    type,
    bodies: new Map([
      ...plain.bodies,
      ['br', { body: brotli, etag: `"${tag}-br5"` }],
      ['gzip', { body: zipped, etag: `"${tag}-gzip6"` }],
    ]),
  };
}

/**
 * Sends a body in the coding that the client likes best, or 304 if the client has it. The caller
 * has set `cache-control`; `varies` names the request headers, beside accept-encoding, that
 * decided about the content.
 */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bodies }: Prepared,
  varies: readonly string[] = [],
): FastifyReply {
  const accepted = [request.headers['accept-encoding'] ?? []].flat().join(',');
  const encoding = chooseEncoding(accepted, (candidate) => bodies.has(candidate));
  const chosen = bodies.get(encoding) ?? bodies.get('identity');
  if (chosen === undefined) throw new Error('A prepared body has no plain form.');
  const vary = bodies.size > 1 ? ['accept-encoding', ...varies] : varies;
  if (vary.length > 0) reply.header('vary', vary.join(', '));
  reply.header('etag', chosen.etag);
  // A status of failure is said each time.
  const isGood = reply.statusCode === 200;
  if (isGood && knows(request.headers['if-none-match'], chosen.etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(chosen.body);
}

/** Whether `if-none-match` names the tag; weakly compared, as RFC 9110 has it. */
function knows(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function tagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
