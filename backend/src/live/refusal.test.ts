import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { handleError } from './refusal.ts';

it.each([
  ['57014', 503, 'ExecutionTimeLimitExceeded'],
  ['ECONNRESET', 503, 'ServiceUnavailable'],
  ['40P01', 503, 'ServiceUnavailable'],
  ['42P01', 500, 'InternalServerError'],
])('an error of the store with code %s is answered with %d and %s', async (code, status, said) => {
  const app = Fastify();
  app.setErrorHandler(handleError);
  app.get('/', async () => {
    throw Object.assign(new Error('inside'), { code });
  });
  const answer = await app.inject('/');
  expect([answer.statusCode, answer.json().error_code]).toEqual([status, said]);
  expect(answer.body).not.toContain('inside');
  await app.close();
});
