import { beyondBound, bounds } from '@tallystick/registry/contract/bounds';
import type { FastifyInstance } from 'fastify';

/**
 * Takes JSON as the body of calls, and nothing else, and parses none that is beyond what its call takes: brackets
 * within brackets, or thousands of values, cost far more than their bytes.
 */
export function boundJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      const { takes } = request.routeOptions.config;
      if (beyondBound(text, takes?.bound ?? bounds.call) === null) parse(request, text, done);
      else done(new Beyond());
    },
  );
}

class Beyond extends Error {
  readonly statusCode = 413;
}
