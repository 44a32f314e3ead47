import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

export interface Route {
  method: string;
  /** The path as the server declares it, with `:name` and `*` for any text. */
  path: string;
  /** JSON Schemas of what the route takes, if it declares them. */
  takes?: Takes;
}

export interface Takes {
  params?: unknown;
  querystring?: unknown;
  body?: unknown;
}

/** What a fastify server tells of a route that is declared. */
interface Declared {
  method: string | string[];
  url: string;
  /** JSON Schemas, or schemas of valibot. */
  schema?: Takes;
}

interface Fastify {
  addHook(name: 'onRoute', hook: (route: Declared) => void): unknown;
}

/**
 * Every route of the fastify servers that `open` makes, as they are declared: a new one is among them
 * by itself. HEAD is left out; it is answered by the same code as GET.
 */
export async function routesOf<T>(open: () => Promise<T>): Promise<{ made: T; routes: Route[] }> {
  const routes: Route[] = [];
  const listen = (message: unknown) => {
    if (!isFastify(message)) return;
    message.fastify.addHook('onRoute', (route) => {
      const { method, url } = route;
      const takes = takesOf(route);
      for (const each of [method].flat()) {
        if (each !== 'HEAD') routes.push({ method: each, path: url, ...(takes && { takes }) });
      }
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { made: await open(), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}

function takesOf({ schema }: Declared): Takes | undefined {
  if (schema === undefined) return undefined;
  const { params, querystring, body } = schema;
  return { params: asJson(params), querystring: asJson(querystring), body: asJson(body) };
}

const asJson = (schema: unknown) => (isValibot(schema) ? jsonSchemaOf(schema) : schema);

const isValibot = (schema: unknown): schema is GenericSchema =>
  typeof schema === 'object' && schema !== null && '~standard' in schema;

/** Converts a schema to JSON Schema, and leaves out what JSON Schema cannot say. */
export function jsonSchemaOf(schema: GenericSchema): unknown {
  return toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
}

function isFastify(message: unknown): message is { fastify: Fastify } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'fastify' in message &&
    typeof message.fastify === 'object' &&
    message.fastify !== null &&
    'addHook' in message.fastify
  );
}
