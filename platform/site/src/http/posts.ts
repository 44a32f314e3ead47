import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Reads the bodies of a scope as text and refuses larger ones; `type` '*': whatever they say to be. */
export function acceptText(scope: FastifyInstance, type: string, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
}

/**
 * Whether a page of this site made the request. Browsers say so in `sec-fetch-site`; older ones,
 * and those that reach the site without https, only in `origin`.
 */
export function isSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && URL.parse(origin)?.host === host;
}
