import type { SwaggerOptions } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { isValibot, jsonSchema } from './json-schema.ts';

/** What the OpenAPI document says about the service as a whole. The routes describe themselves. */
export const openapi: SwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Tallystick ledger service',
      description:
        'Public, read-only views of a ledger of transfers. Every call is a POST with a JSON body ' +
        '`{data}` and responds with `{data}`, or an error `{code, error}` whose code is the HTTP status.',
      version: '1.0.0',
    },
    components: {
      securitySchemes: {
        credential: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'A fixed credential. It is no secret: every visitor sends it.',
        },
      },
    },
  },
  transform: ({ schema, url }) => ({ url, schema: inJson(schema) }),
  refResolver: {
    buildLocalReference: ({ $id }, _base, _fragment, i) =>
      typeof $id === 'string' ? $id : `schema-${i}`,
  },
};

/** The schemas of a route as the document has them: those of requests are valibot's, those of answers JSON already. */
function inJson(schema: FastifySchema = {}): FastifySchema {
  return Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, isValibot(part) ? jsonSchema(part) : part]),
  );
}
