import type { ValibotTypes } from '@tallystick/guard/request-schemas';
import { realDay } from '@tallystick/shared/contracts/list-filters';
import * as json from '@valibot/to-json-schema';
import type { FastifyPluginAsync, FastifyPluginOptions, RawServerDefault } from 'fastify';
import type { GenericSchema, InferOutput } from 'valibot';
import { storable, wellFormed } from './fields.ts';

/** JSON Schema of a `T`: serializes an answer, and stands in the OpenAPI document. */
export interface JsonSchema<T> extends json.JsonSchema {
  readonly '~type'?: T;
}

/** Infers the types of requests from the valibot schemas of a route, and those of answers from its JSON Schemas. */
export interface SchemaTypes extends ValibotTypes {
  serializer: this['schema'] extends JsonSchema<infer T> ? T : unknown;
}

/** Whether a schema of a route is valibot's, and no JSON Schema. */
export const isValibot = (schema: unknown): schema is GenericSchema =>
  typeof schema === 'object' && schema !== null && '~standard' in schema;

/** A plugin whose routes have schemas. */
export type RoutePlugin<Options extends FastifyPluginOptions> = FastifyPluginAsync<
  Options,
  RawServerDefault,
  SchemaTypes
>;

/**
 * Derives the JSON Schema of what a Valibot schema puts out. Throws if JSON Schema cannot say it.
 *
 * @param descriptions texts for the OpenAPI document, by path, such as `list[].item`
 */
export function jsonSchema<Schema extends GenericSchema>(
  schema: Schema,
  descriptions: Readonly<Record<string, string>> = {},
): JsonSchema<InferOutput<Schema>> {
  const { $schema: _, ...derived } = json.toJsonSchema(schema, {
    typeMode: 'output',
    // Every number in JSON is finite, and who reads an answer may do with it as they please.
    ignoreActions: ['finite', 'readonly'],
    overrideAction,
    overrideSchema,
  });
  for (const [path, description] of Object.entries(descriptions)) {
    partAt(derived, path.replaceAll('[]', '.[]').split('.')).description = description;
  }
  return derived;
}

function partAt(schema: json.JsonSchema, [name, ...rest]: readonly string[]): json.JsonSchema {
  if (name === undefined) return schema;
  const part = name === '[]' ? schema.items : schema.properties?.[name];
  if (typeof part !== 'object' || Array.isArray(part))
    throw new Error(`No "${name}" in the schema.`);
  return partAt(part, rest);
}

function overrideAction(context: json.OverrideActionContext): json.JsonSchema | undefined {
  const { valibotAction: action, jsonSchema } = context;
  if (action === wellFormed) return { ...jsonSchema, pattern: storable };
  // JSON Schema's format `date` names real days only.
  if ('requirement' in action && action.requirement === realDay.requirement) return jsonSchema;
  // `millisecondsSchema` also accepts digits as text; its output is a number in both cases.
  if ('operation' in action && action.operation === Number) return { type: 'number' };
  if (action.type === 'integer' && jsonSchema.anyOf) return { type: 'integer' };
  return undefined;
}

function overrideSchema({ jsonSchema }: json.OverrideSchemaContext): json.JsonSchema | undefined {
  const { anyOf, enum: options, properties, required = [], ...rest } = jsonSchema;
  // Without `type`, a value of another type is refused with the list of allowed values.
  if (options) return { enum: options };
  if (anyOf) return oneOfTypes(anyOf, rest);
  if (!properties) return undefined;
  // A field with a default is always present in the output.
  for (const [name, property] of Object.entries(properties)) {
    if (typeof property !== 'object' || property.default === undefined) continue;
    delete property.default;
    required.push(name);
  }
  return { ...rest, properties, required };
}

/** `{type: ['string', 'null']}` for a choice of scalars: the serializer is slow at alternatives. */
function oneOfTypes(
  alternatives: readonly (json.JsonSchema | boolean)[],
  rest: json.JsonSchema,
): json.JsonSchema | undefined {
  const scalars = alternatives.filter((part) => typeof part === 'object');
  const types = scalars.flatMap(({ type = [], properties, items }) =>
    properties || items ? [] : type,
  );
  if (new Set(types).size !== alternatives.length) return undefined;
  for (const scalar of scalars) Object.assign(rest, scalar);
  return { ...rest, type: types };
}
