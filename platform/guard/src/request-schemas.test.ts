import Fastify from 'fastify';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { isNotWellFormed, readByValibot, type ValibotTypes } from './request-schemas.ts';

const server = Fastify().withTypeProvider<ValibotTypes>();
server.setValidatorCompiler(readByValibot);
server.setErrorHandler((error: { code?: string; message: string }, _request, reply) =>
  reply.send({ error: error.message, isNotWellFormed: isNotWellFormed(error) }),
);
const line = v.pipe(v.string(), v.trim());
const body = v.object({
  names: v.optional(v.pipe(v.array(v.pipe(line, v.minLength(1))), v.maxLength(2))),
  kind: v.picklist(['one', 'two']),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)),
  share: v.optional(v.pipe(v.number(), v.gtValue(0), v.ltValue(100))),
  code: v.optional(v.pipe(v.string(), v.regex(/^\d+$/))),
  day: v.optional(
    v.pipe(
      v.string(),
      v.check(() => false, 'is not a day'),
    ),
  ),
  alone: v.optional(v.strictObject({ yes: v.boolean() })),
  either: v.optional(v.union([v.number(), v.boolean()])),
});
const querystring = v.object({ page: v.pipe(v.string(), v.transform(Number)) });
server.post('/calls', { schema: { body, querystring } }, async ({ query, body: { names } }) => ({
  page: query.page + 1,
  names,
}));

const ask = async (payload: unknown, url = '/calls?page=1') =>
  (
    await server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    })
  ).json<unknown>();
const good = { kind: 'one', count: 3 };

it('gives handlers what the schemas make of a request', async () => {
  expect(await ask({ ...good, names: [' a '], more: 1 })).toEqual({ page: 2, names: ['a'] });
});

it.each([
  [null, 'The body must be an object.'],
  [{ kind: 'one' }, 'The body must have count.'],
  [{ ...good, kind: 'six' }, 'kind must be one of: one, two.'],
  [{ ...good, kind: undefined }, 'The body must have kind.'],
  [{ ...good, count: '3' }, 'count must be a number.'],
  [{ ...good, count: 1.5 }, 'count must be a whole number.'],
  [{ ...good, count: 0 }, 'count must be at least 1.'],
  [{ ...good, count: 10 }, 'count must be at most 9.'],
  [{ ...good, share: 0 }, 'share must be more than 0.'],
  [{ ...good, share: 100 }, 'share must be less than 100.'],
  [{ ...good, names: 'a' }, 'names must be a list.'],
  [{ ...good, names: [7] }, 'names.0 must be text.'],
  [{ ...good, names: [' '] }, 'names.0 must not be empty.'],
  [{ ...good, names: ['a', 'b', 'c'] }, 'names must have at most 2 items.'],
  [{ ...good, code: 'x' }, 'code is not well formed.'],
  [{ ...good, day: 'x' }, 'day is not a day.'],
  [{ ...good, alone: {} }, 'alone must have yes.'],
  [{ ...good, alone: { yes: 1 } }, 'alone.yes must be true or false.'],
  [{ ...good, alone: { yes: true, no: 1 } }, 'alone.no is not known here.'],
  [{ ...good, either: 'x' }, 'either must be one of: a number, true or false.'],
])('refuses %j in a sentence', async (payload, error) => {
  expect(await ask(payload)).toEqual({ error, isNotWellFormed: true });
});

it('refuses a query that lacks something', async () => {
  expect(await ask(good, '/calls')).toEqual({
    error: 'The query must have page.',
    isNotWellFormed: true,
  });
});
