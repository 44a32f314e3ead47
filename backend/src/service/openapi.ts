import type { SwaggerOptions } from '@fastify/swagger';

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
  refResolver: {
    buildLocalReference: ({ $id }, _base, _fragment, i) =>
      typeof $id === 'string' ? $id : `schema-${i}`,
  },
};
