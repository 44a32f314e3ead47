import { Validator } from '@seriousme/openapi-schema-validator';
import { routesOf } from '@tallystick/shared/testing/hostile/routes';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { openTestAdmin } from './admin.testing.ts';
import { documentPath } from './openapi.ts';

const documentSchema = v.looseObject({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
});

it('describes every route that there is, and no other, for everybody', async () => {
  const { made: admin, routes } = await routesOf(() => openTestAdmin());
  const answer = await admin.server.inject('/openapi.json');
  expect(answer.statusCode).toBe(200);
  const document = v.parse(documentSchema, answer.json());
  expect(document.openapi).toBe('3.1.0');
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const registered = routes.map(({ method, path }) => `${method} ${documentPath(path)}`);
  expect(described.sort()).toEqual(registered.sort());
  await admin.close();
});

it('says what a change takes, and with which codes it is refused', async () => {
  const admin = await openTestAdmin();
  const { paths } = (await admin.server.inject('/openapi.json')).json();
  const { post } = paths['/v1/channels/{channel}/revisions'];
  expect(post).toMatchObject({
    operationId: 'change',
    security: [{ token: [] }, { session: [] }],
    parameters: [
      { name: 'channel', in: 'path', required: true },
      { name: 'If-Match', in: 'header', required: true },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Change' } } },
    },
  });
  expect(Object.keys(post.responses)).toEqual([
    '201',
    '400',
    '401',
    '403',
    '404',
    '409',
    '412',
    '413',
    '422',
    '423',
    '428',
    '429',
    '500',
    '503',
  ]);
  await admin.close();
});
