import { beyondBound, bounds } from '@tallystick/registry/contract/bounds';
import type { FastifyInstance } from 'fastify';

/**
 * Accepts only JSON as the body of calls. A body beyond the bound of its call is refused before it is parsed.
 * A bound on bytes would not be enough: nested brackets or thousands of values cost far more to parse.
 */
export function boundJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      const { bound = bounds.call } = request.routeOptions.config;
      if (beyondBound(text, bound) === null) parse(request, text, done);
      else done(new Beyond());
    },
  );
}

class Beyond extends Error {
  readonly statusCode = 413;
}
