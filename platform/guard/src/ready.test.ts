import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { tellReady } from './ready.ts';

it('a server whose store does not answer says in time that it is not ready', async () => {
  const server = Fastify();
  onTestFinished(() => server.close());
  tellReady(server, () => new Promise(() => {}), undefined, undefined, { limit: 20 });
  expect((await server.inject('/ready')).statusCode).toBe(503);
});
