import type { FastifyInstance } from 'fastify';

/** Reads the bodies of a scope as text and refuses larger ones; `type` '*': whatever they say to be. */
export function acceptText(scope: FastifyInstance, type: string, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
}
