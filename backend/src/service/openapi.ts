import type { SwaggerOptions } from '@fastify/swagger';

/** What the OpenAPI document says of the service as a whole; its routes say the rest. */
export const openapi: SwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Tallystick ledger service',
      description:
        'Public, read-only views of a ledger of transfers. Every call is a POST with a JSON body ' +
        '`{data}` and answers `{data}`, or an error `{code, error}` whose code is the HTTP status.',
      version: '1.0.0',
    },
    components: {
      securitySchemes: {
        credential: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The static credential of the ledger; public, every visitor sends it.',
        },
      },
    },
  },
  refResolver: {
    buildLocalReference: ({ $id }, _base, _fragment, i) =>
      typeof $id === 'string' ? $id : `schema-${i}`,
  },
};
