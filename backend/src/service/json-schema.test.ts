import { transferRowSchema } from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { id } from './fields.ts';
import { jsonSchema } from './json-schema.ts';

describe('JSON Schema of what is shared with the pages', () => {
  it('says of a row of a list what a page gets once it has parsed it', () => {
    expect(jsonSchema(transferRowSchema, { cred: 'Id of the credit party.' })).toEqual({
      type: 'object',
      properties: {
        item: { type: 'string' },
        trxn: { type: ['string', 'null'] },
        stat: { type: 'integer', minimum: 0, maximum: 9 },
        feat: {
          type: 'object',
          properties: { form: { enum: ['asset', 'data'] }, sort: { type: 'string' } },
          required: ['form', 'sort'],
        },
        crts: { type: 'integer', minimum: 0 },
        cred: { type: 'string', description: 'Id of the credit party.' },
        debt: { type: 'string' },
        credit: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            kind: { enum: ['creator', 'consumer', 'checker'] },
          },
          required: ['name', 'kind'],
        },
        debit: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
      required: ['item', 'feat', 'crts', 'cred', 'debt', 'trxn', 'stat'],
    });
  });

  it('leaves alternatives that are more than a type as they are', () => {
    const schema = v.nullable(v.object({ a: v.optional(v.string()) }));
    expect(jsonSchema(schema)).toEqual({
      anyOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: [] },
        { type: 'null' },
      ],
    });
  });

  it('has a pattern for text that the store can hold', () => {
    const { pattern = '', ...rest } = jsonSchema(id);
    expect(rest).toEqual({ type: 'string', maxLength: 200, minLength: 1 });
    const matches = (text: string) => new RegExp(pattern, 'u').test(text);
    expect(['otc-1', '\u{1f600}', 'a\u0000', '\ud83d'].map(matches)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('refuses descriptions of what is not there', () => {
    expect(() => jsonSchema(transferRowSchema, { 'feat.colour': 'Which' })).toThrow('"colour"');
  });
});
