import { artifactSchema } from '@tallystick/contract/release';
import { consoleHeader } from '@tallystick/registry/contract/admin-api';
import { boardSchema } from '@tallystick/registry/contract/board';
import { causeSchema } from '@tallystick/registry/contract/cause';
import { namedChangeSchema } from '@tallystick/registry/contract/change-request';
import { changeSchema, revisionSchema } from '@tallystick/registry/contract/channel';
import { condemnedSchema } from '@tallystick/registry/contract/condemned';
import { verdictSchema } from '@tallystick/registry/contract/health';
import {
  auditEntrySchema,
  buildSummarySchema,
  lockSchema,
} from '@tallystick/registry/contract/history';
import { noticeSchema } from '@tallystick/registry/contract/notice';
import {
  anyRefusalSchema,
  type ProblemCode,
  problemStatus,
} from '@tallystick/registry/contract/problem';
import { nothing, type Route } from '@tallystick/registry/contract/route';
import { routes } from '@tallystick/registry/contract/routes';
import { actorSchema, tokenSchema } from '@tallystick/registry/contract/tokens';
import type { Call } from '@tallystick/registry/part/call';
import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { sessionCookie } from './console-sessions.ts';

/** Schemas that the document states once and refers to by name. */
const components = {
  Actor: actorSchema,
  Artifact: artifactSchema,
  AuditEntry: auditEntrySchema,
  Board: boardSchema,
  Build: buildSummarySchema,
  Cause: causeSchema,
  Change: changeSchema,
  Condemned: condemnedSchema,
  Lock: lockSchema,
  NamedChange: namedChangeSchema,
  Notice: noticeSchema,
  Revision: revisionSchema,
  Token: tokenSchema,
  Verdict: verdictSchema,
  Refusal: anyRefusalSchema,
};

const conversion: ConversionConfig = {
  // Checks that JSON Schema cannot say are left out: the server still makes them.
  errorMode: 'ignore',
  typeMode: 'input',
  definitions: components,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/**
 * The OpenAPI 3.1 document of the admin API, derived from its routes.
 *
 * @param calls of the registry's parts, by the names of their operations
 */
export function openApiDocument(secure: boolean, calls: Readonly<Record<string, Call>>) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  const ofParts = Object.entries(calls).map(([name, { route }]) => [name, route] as const);
  for (const [name, route] of [...Object.entries<Route>(routes), ...ofParts]) {
    const path = documentPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallystick admin API',
      description:
        'Who may ship what. A refusal is `{code, error}`: `code` is for programs, `error` one line for a person; `cause` has its values where a change is refused for a lock, a condemned build, or a rollback that could mean two things.',
      version: '1.0.0',
    },
    paths,
    components: {
      schemas: toJsonSchemaDefs(components, conversion),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a manager or publisher.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie(secure),
          description: `The console's session; what does more than read needs ${consoleHeader}: 1 and the console's origin too.`,
        },
      },
    },
  };
}

/** A path as OpenAPI writes it; `*` is the parameter `path`, whose slashes stay as they are. */
export function documentPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');
}

function operationOf(operationId: string, route: Route) {
  const { about, access, body, bodyType = 'application/json' } = route;
  return {
    operationId,
    summary: about,
    security: access === 'token' ? [{ token: [] }, { session: [] }] : [],
    parameters: [
      ...parametersOf('path', route.params),
      ...parametersOf('query', route.query),
      ...(route.guarded ? [header('If-Match', '^"\\d{1,15}"$')] : []),
      ...(access === 'console' ? [header(consoleHeader, '^1$')] : []),
    ],
    ...(body !== nothing && {
      requestBody: { required: true, content: { [bodyType]: contentOf(body) } },
    }),
    responses: { ...successesOf(route), ...refusalsOf(route) },
  };
}

function parametersOf(place: 'path' | 'query', schema: v.GenericSchema) {
  const { properties = {}, required = [] } = jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, one]) => ({
    name: name === '*' ? 'path' : name,
    in: place,
    required: required.includes(name),
    schema: one,
  }));
}

function header(name: string, pattern: string) {
  // The server refuses a request without it with a code of its own.
  return { name, in: 'header', required: true, schema: { type: 'string', pattern } };
}

function successesOf({ success, answer, answerType = 'application/json' }: Route) {
  return Object.fromEntries(
    success.map((status) => [
      status,
      status === 204
        ? { description: 'Done.' }
        : { description: 'Done.', content: { [answerType]: contentOf(answer) } },
    ]),
  );
}

/** The refusals of a route, and those of every route of its kind, by status. */
function refusalsOf({ method, access, params, query, refusals }: Route) {
  const reads = method === 'GET';
  const takes = params !== nothing || query !== nothing;
  const codes = new Set<ProblemCode>([
    'limited',
    'unavailable',
    ...(access === 'open' ? [] : (['damaged'] as const)),
    ...(access === 'token' ? (['unauthorized'] as const) : []),
    ...(reads ? [] : (['invalid', 'oversize', 'forbidden'] as const)),
    ...(takes ? (['invalid'] as const) : []),
    ...refusals,
  ]);
  const byStatus = Object.groupBy(codes, (code) => problemStatus[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same = []]) => [
      status,
      {
        description: `Refused: ${same.join(' or ')}.`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  );
}

function contentOf(schema: v.GenericSchema) {
  // Bytes have no schema; their media type is enough.
  return schema.type === 'instance' ? {} : { schema: jsonSchemaOf(schema) };
}

function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema, $defs, ...own } = toJsonSchema(schema, conversion);
  return own;
}
