import type { RequestListener } from 'node:http';
import { isForeign, isLocal, isLocalOrigin } from '@tallystick/guard/local-peer';

/**
 * Lets through to the emulator only what a page of the site asks, or a program of this machine. The
 * emulator signs anybody in as anybody, for any page that this machine's browsers show. That may be
 * another site's, or one whose name leads here (DNS rebinding).
 *
 * @param sites origins of the sites
 * @param local whether every site of this machine may ask: for tests, which start several
 */
export function gate(
  answer: RequestListener,
  sites: readonly string[],
  local = false,
): RequestListener {
  return (request, response) => {
    const { origin = '' } = request.headers;
    const allowed = local && isLocalOrigin(origin) ? [origin] : sites;
    if (isLocal(request) && !isForeign(request.headers, allowed)) return answer(request, response);
    response
      .writeHead(403, { 'content-type': 'application/json', connection: 'close' })
      .end('{"error":{"code":403,"message":"Only the site may sign anybody in here."}}');
  };
}
