import { tabReportSchema } from '@tallystick/contract/release-news';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { jsonSchemaOf } from './routes.testing.ts';
import { allowedBy } from './schema-value.testing.ts';

const words = ['mfe-note', '1.0.0-aaaaaaaaaaaa', 'production'];

describe('values that a schema allows', () => {
  it('are reports of tabs, by the schema of these', () => {
    fc.assert(
      fc.property(allowedBy(jsonSchemaOf(tabReportSchema), words), (report) => {
        expect(v.safeParse(tabReportSchema, report).issues).toBeUndefined();
      }),
    );
  });

  it('are as long as they must be, where a pattern says nothing of that', () => {
    const schema = { type: 'string', pattern: '^[^\\u0000]*$', minLength: 60, maxLength: 100 };
    const made = fc.sample(allowedBy(schema, words), { numRuns: 30, seed: 1 });
    expect(made.filter((text) => String(text).length < 60)).toEqual([]);
  });

  it('are bounds and words as often as not', () => {
    const schema = {
      type: 'object',
      properties: {
        index: { type: 'integer', minimum: 1, maximum: 9 },
        app: { type: 'string', pattern: '^[a-z][a-z-]{0,30}$' },
        more: { type: 'boolean' },
      },
      required: ['index', 'app'],
    };
    const made = fc.sample(allowedBy(schema, words), { numRuns: 300, seed: 1 });
    const seen = new Set(made.flatMap((value) => Object.values(Object(value))));
    expect([1, 9, 'mfe-note', 'production', true].filter((value) => !seen.has(value))).toEqual([]);
    expect([0, 10, '1.0.0-aaaaaaaaaaaa'].filter((value) => seen.has(value))).toEqual([]);
    expect(made.some((value) => !Object.hasOwn(Object(value), 'more'))).toBe(true);
  });
});
