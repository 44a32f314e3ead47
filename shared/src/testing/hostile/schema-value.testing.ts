import fc from 'fast-check';
import * as v from 'valibot';
import { hostileText } from './hostile-text.testing.ts';

const count = v.optional(v.number());
const several = v.optional(v.array(v.unknown()));
/** What is read of a JSON Schema. */
const schemaSchema = v.looseObject({
  type: v.optional(v.union([v.string(), v.array(v.string())])),
  enum: several,
  anyOf: several,
  oneOf: several,
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  required: v.optional(v.array(v.string()), []),
  additionalProperties: v.optional(v.unknown()),
  propertyNames: v.optional(v.unknown()),
  items: v.optional(v.unknown()),
  pattern: v.optional(v.string()),
  format: v.optional(v.string()),
  minLength: count,
  maxLength: count,
  minimum: count,
  maximum: count,
  exclusiveMinimum: count,
  exclusiveMaximum: count,
  minItems: count,
});
type Schema = v.InferOutput<typeof schemaSchema>;

/** Numbers at which columns, clocks and JavaScript itself end. */
export const edges: readonly number[] = [
  ...[-1, 0, 1, 2, 10, 100, 101, 32_767, 32_768, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 99_999_999_999],
  ...[8.64e12, 8.64e15, 8.64e15 + 1, Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 63, 1e21, 1e308],
  ...[-(2 ** 31), -(2 ** 31) - 1, -(2 ** 63), 0.5, 1e-7],
];

/**
 * Values that a JSON Schema allows, with its bounds and `edges` among them as often as not. Texts are
 * among `words`, where these are allowed, so that what is asked for is often there.
 */
export function allowedBy(schema: unknown, words: readonly string[]): fc.Arbitrary<unknown> {
  const parsed = v.safeParse(schemaSchema, schema);
  return parsed.success ? read(parsed.output, words) : fc.constant(null);
}

function read(schema: Schema, words: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (choices !== undefined) return fc.oneof(...choices.map((each) => allowedBy(each, words)));
  const { type } = schema;
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => read({ ...schema, type: one }, words)));
  switch (type) {
    case 'string':
      return textOf(schema, words);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(allowedBy(schema.items, words), {
        minLength: schema.minItems ?? 0,
        maxLength: (schema.minItems ?? 0) + 3,
      });
    case 'object':
      return objectOf(schema, words);
    default:
      return fc.constant(null);
  }
}

function textOf(schema: Schema, words: readonly string[]): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 1_000 } = schema;
  const shape = pattern === undefined ? null : new RegExp(pattern);
  const fits = (text: string) =>
    (shape?.test(text) ?? true) && text.length >= minLength && text.length <= maxLength;
  const known = format === undefined ? words.filter(fits) : [];
  const made = madeText(pattern, format)
    // To wait for one that is long enough by chance could take for ever.
    .map((text) => (fits(text) ? text : text.padEnd(minLength, 'a').slice(0, maxLength)))
    .filter(fits);
  return known.length === 0
    ? made
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: made });
}

function madeText(pattern: string | undefined, format: string | undefined): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.oneof(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 40 }), hostileText);
}

function numberOf(schema: Schema): fc.Arbitrary<number> {
  const whole = schema.type === 'integer';
  const least = schema.minimum ?? schema.exclusiveMinimum ?? -(2 ** 31);
  const most = schema.maximum ?? schema.exclusiveMaximum ?? Number.MAX_SAFE_INTEGER;
  const fits = (value: number) =>
    (!whole || Number.isInteger(value)) &&
    value >= least &&
    value <= most &&
    value !== schema.exclusiveMinimum &&
    value !== schema.exclusiveMaximum;
  const bounds = [least, least + 1, most - 1, most, ...edges].filter(fits);
  const any = whole
    ? fc.integer({ min: Math.ceil(least), max: Math.floor(Math.min(most, 2 ** 31 - 1)) })
    : fc.double({ min: least, max: most, noNaN: true });
  return fc.oneof(fc.constantFrom(...bounds), any.filter(fits));
}

function objectOf(schema: Schema, words: readonly string[]): fc.Arbitrary<object> {
  const entries = Object.entries(schema.properties);
  const fields = fc.record(
    Object.fromEntries(entries.map(([name, each]) => [name, allowedBy(each, words)])),
    {
      requiredKeys: schema.required.filter((name) => name in schema.properties),
      noNullPrototype: true,
    },
  );
  const more = schema.additionalProperties;
  if (typeof more !== 'object' || more === null) return fields;
  const name = textOf(v.parse(schemaSchema, schema.propertyNames ?? {}), words);
  const others = fc.dictionary(name, allowedBy(more, words), { maxKeys: 3, noNullPrototype: true });
  return fc.tuple(others, fields).map(([some, own]) => ({ ...some, ...own }));
}
