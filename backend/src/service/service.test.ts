import { connect } from 'node:net';
import { tries } from '@tallystick/contract/testing/proof';
import { callErrorSchema } from '@tallystick/shared/contracts/calls';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { fixtureRecords, openTestService, type TestService, testToken } from './service.testing.ts';

const page = { index: 1, items: 10 };
const calls = {
  '/users/details': { data: { user: 'otc-1' } },
  '/teams/details': { data: { user: 'otc-1' }, srvc: 'issuer' },
  '/transfers/list/latest': { data: page },
  '/transfers/list/data': { data: page },
  '/transfers/list/creator': { data: { ...page, user: 'otc-1' } },
  '/transfers/list/consumer': { data: { ...page, user: 'otc-1' } },
  '/transfers/list/user': { data: { ...page, user: 'otc-1' } },
  '/transfers/details': { data: { item: 'otc-035592' } },
  '/transfers/data/details': { data: { item: 'otc-035592' } },
  '/assets/list/data': { data: page },
  '/transfers/activity': { data: {} },
  '/transfers/neighbours': { data: { item: 'otc-035592' } },
  '/transfers/changes': { data: { items: ['otc-035592'] } },
  '/transfers/summary': { data: { list: 'all' } },
  '/transfers/addresses': { data: { page: 1 } },
  '/parties/counterparties': { data: { kind: 'user', user: 'otc-1' } },
  '/parties/addresses': { data: { page: 1 } },
  '/search': { data: { text: 'otc-1' } },
};
const paths = Object.keys(calls);
const [, , latest] = paths;

const openTestStore = testStores();
describe('service', () => {
  let store: Store;
  let service: TestService;
  beforeAll(async () => {
    store = await openTestStore();
    await recordBatch(store, await fixtureRecords());
    service = await openTestService(store);
  });
  afterAll(async () => {
    await service.close();
    await store.close();
  });

  it.each(Object.entries(calls))('answers %s', async (path, body) => {
    expect((await service.call(path, body)).status).toBe(200);
  });

  describe('credential', () => {
    it.each(paths)('is needed for %s, before the body is read', async (path) => {
      for (const authorization of [
        undefined,
        '',
        'wrong',
        `${testToken} `,
        'Bearer wrong',
        'Basic x',
      ]) {
        const answer = await service.app.inject({
          method: 'POST',
          url: path,
          headers: authorization === undefined ? {} : { authorization },
          payload: 'not json',
        });
        expect(answer.statusCode).toBe(401);
        expect(answer.json()).toEqual({
          code: 401,
          error: 'The credential is missing or wrong.',
        });
      }
    });

    it.each([testToken, `Bearer ${testToken}`, `bearer ${testToken}`])(
      'may be %j',
      async (authorization) => {
        const answer = await service.app.inject({
          method: 'POST',
          url: '/users/details',
          headers: { authorization },
          payload: { data: { user: 'otc-1' } },
        });
        expect(answer.statusCode).toBe(200);
      },
    );
  });

  describe('errors', () => {
    it.each([
      ['', 400, 'The body is empty.'],
      ['{', 400, 'The body is not JSON.'],
      ['null', 400, 'The body must be an object.'],
      ['[]', 400, 'The body must have data.'],
      ['{"__proto__": {"data": 1}}', 400, 'The body is not JSON.'],
      ['{"data": {}}', 400, 'data must have index.'],
      ['{"data": {"index": 0, "items": 10}}', 400, 'data.index must be at least 1.'],
      ['{"data": {"index": 1.5, "items": 10}}', 400, 'data.index must be a whole number.'],
      ['{"data": {"index": "1", "items": 10}}', 400, 'data.index must be a number.'],
      [
        '{"data": {"index": 1e300, "items": 10}}',
        400,
        'data.index must be at most 9007199254740991.',
      ],
      ['{"data": {"index": 1, "items": 0}}', 400, 'data.items must be at least 1.'],
      ['{"data": {"index": 1, "items": 10000}}', 400, 'data.items must be at most 100.'],
      [
        '{"data": {"index": 1, "items": 10, "filters": []}}',
        400,
        'data.filters must be an object.',
      ],
      [
        '{"data": {"index": 1, "items": 10, "filters": {"search": "\\u0000"}}}',
        400,
        'data.filters.search is not well-formed text.',
      ],
      [
        '{"data": {"index": 1, "items": 10, "filters": {"search": "\\ud800"}}}',
        400,
        'data.filters.search is not well-formed text.',
      ],
      [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400, 'The body must have data.'],
      [`{"data": "${'x'.repeat(70_000)}"}`, 413, 'The body is too large.'],
    ])('answers the body %.60s', async (body, status, error) => {
      expect(await service.call(String(latest), body)).toEqual({
        status,
        body: { code: status, error },
      });
    });

    it.each([
      ['POST', '/nothing', '{', 'application/json', 404, 'This call does not exist.'],
      ['GET', '/', undefined, undefined, 404, 'This call does not exist.'],
      ['POST', '/nothing', '<a/>', 'text/xml', 404, 'This call does not exist.'],
      ['GET', '/users/details?x=1', undefined, undefined, 405, 'This call is made with POST.'],
      ['POST', '/health', '{}', 'application/json', 405, 'This call is made with GET.'],
      [
        'POST',
        '/users/details',
        'a=b',
        'text/plain',
        415,
        'The body must be JSON, with the content type application/json.',
      ],
      [
        'POST',
        '/users/details',
        '<a/>',
        'text/xml',
        415,
        'The body must be JSON, with the content type application/json.',
      ],
      ['GET', '/%zz', undefined, undefined, 400, 'The request is not understood.'],
    ] as const)('%s %s with %j as %s', async (method, url, payload, type, code, error) => {
      const answer = await service.app.inject({
        method,
        url,
        headers: { authorization: testToken, ...(type && { 'content-type': type }) },
        ...(payload !== undefined && { payload }),
      });
      expect(answer.statusCode).toBe(code);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.json()).toEqual({ code, error });
    });

    it('have the same shape for what is no HTTP at all', async () => {
      const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.write('NONSENSE\r\n\r\n');
      const answer = (await socket.toArray()).join('');
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
        code: 400,
        error: 'The request is not understood.',
      });
    });

    it('never blame the service for a body, whatever it is', async () => {
      const data = fc.oneof(
        fc.record(
          {
            user: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
            item: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
            text: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
            list: fc.constantFrom('all', 'user', 'creator'),
            kind: fc.constantFrom('user', 'checker'),
            page: fc.oneof(fc.maxSafeNat(), fc.double()),
            index: fc.oneof(fc.integer(), fc.maxSafeNat(), fc.double()),
            items: fc.oneof(fc.nat(120), fc.double()),
            filters: fc.oneof(
              fc.record({ search: fc.string({ unit: 'binary', maxLength: 12 }) }),
              fc.record({ form: fc.constant('data'), from: fc.string(), credit: fc.string() }),
              fc.record({ stat: fc.array(fc.nat(10)), debit: fc.string({ unit: 'binary' }) }),
              fc.anything(),
            ),
          },
          { requiredKeys: ['index', 'items'] },
        ),
        fc.anything(),
      );
      const body = fc.oneof(
        fc.record({ data, srvc: fc.constantFrom('issuer', 'caller', 'verifier') }).map(toJson),
        fc.json(),
        fc.string(),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), body, async (path, body) => {
          const answer = await service.call(path, body);
          expect([200, 400, 404]).toContain(answer.status);
          if (answer.status !== 200) {
            expect(v.parse(callErrorSchema, answer.body).code).toBe(answer.status);
            expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts|\bat .*:\d/);
          }
        }),
        { numRuns: tries(60) },
      );
    });
  });

  it('lets the pages of the sites call it, and no others', async () => {
    const preflight = await service.app.inject({
      method: 'OPTIONS',
      url: '/users/details',
      headers: {
        origin: 'http://site.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'http://site.example',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'authorization, content-type, if-none-match, traceparent',
      'access-control-max-age': '86400',
    });
    const staging = await service.app.inject({
      url: '/health',
      headers: { origin: 'http://staging.example' },
    });
    expect(staging.headers).toMatchObject({
      'access-control-allow-origin': 'http://staging.example',
      vary: 'Origin',
    });
    const other = await service.app.inject({
      url: '/health',
      headers: { origin: 'http://other.example' },
    });
    expect(other.headers['access-control-allow-origin']).toBe('http://site.example');
    const refused = await service.app.inject({ method: 'POST', url: '/users/details' });
    expect(refused.headers['access-control-allow-origin']).toBe('http://site.example');
  });

  it('is healthy', async () => {
    const answer = await service.app.inject('/health');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('describes every call and its errors at /openapi.json', async () => {
    const answer = await service.app.inject('/openapi.json');
    expect(answer.statusCode).toBe(200);
    const document = v.parse(documentSchema, answer.json());
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths));
    expect(document.components.schemas).toHaveProperty('Error');
    for (const path of paths) {
      const { post } = document.paths[path] ?? {};
      expect(post).toMatchObject({
        security: [{ credential: [] }],
        requestBody: expect.anything(),
      });
      for (const code of ['400', '401', '413', '415', '500', '503']) {
        expect(post?.responses[code]).toMatchObject({
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        });
      }
    }
    expect(document.paths['/transfers/details']?.post?.responses).toHaveProperty('404');
    expect(document.paths['/assets/list/data']?.post?.responses).toHaveProperty('422');
  });
});

const documentSchema = v.object({
  openapi: v.string(),
  paths: v.record(
    v.string(),
    v.object({ post: v.optional(v.looseObject({ responses: v.record(v.string(), v.unknown()) })) }),
  ),
  components: v.object({ schemas: v.record(v.string(), v.unknown()) }),
});

/** JSON of anything: what JSON does not have becomes null. */
function toJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? Number(part) : part)) ??
      'null'
    );
  } catch {
    return 'null';
  }
}
