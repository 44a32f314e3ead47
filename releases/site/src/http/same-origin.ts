import type { FastifyRequest } from 'fastify';

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
