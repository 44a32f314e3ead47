import { readByValibot } from '@tallystick/guard/request-schemas';
import type { Registry } from '@tallystick/registry/registry';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manager, openTestAdmin, startChannel, type TestAdmin } from './admin.testing.ts';
import { auditExportCall } from './calls/audit-export.ts';

const [shell, ledger] = ['1.0.0-aaaaaaaaaaaa', '1.0.0-bbbbbbbbbbbb'];
let admin: TestAdmin;
let secret: string;
beforeAll(async () => {
  admin = await openTestAdmin();
  ({ secret } = await admin.token(manager, '=maria'));
  await admin.publish('shell', shell);
  await admin.publish('mfe-ledger', ledger);
  await startChannel(admin, 'production', { shell, 'mfe-ledger': ledger });
  const url = '/v1/channels/production/locks/mfe-ledger';
  await ask(url, { method: 'PUT', payload: { reason: 'Freeze, "for now"' } });
});
afterAll(() => admin.close());

function ask(url: string, more: { method?: 'PUT'; payload?: object } = {}) {
  return admin.server.inject({ url, headers: { authorization: `Bearer ${secret}` }, ...more });
}

it.each([
  ['person=house', ['change', 'publish', 'publish', 'token-create']],
  ['person=house&limit=2', ['change', 'publish']],
  ['person=%3Dmaria', ['lock']],
  ['app=mfe-ledger', ['lock', 'change', 'publish']],
  ['kind=promote', ['change']],
  ['kind=publish&app=shell&days=1', ['publish']],
  ['kind=rollback', []],
])('tells of those that %s means', async (query, actions) => {
  const entries: { action: string }[] = (await ask(`/v1/audit?${query}`)).json();
  expect(entries.map(({ action }) => action)).toEqual(actions);
});

it('tells of the last days alone', async () => {
  expect((await ask('/v1/audit?days=0')).statusCode).toBe(400);
  expect((await ask('/v1/audit?kind=nothing')).statusCode).toBe(400);
  expect((await ask('/v1/audit?days=1')).json()).toHaveLength(5);
});

it('is exported as CSV that no spreadsheet takes for formulas', async () => {
  const { headers, body } = await ask('/v1/audit/export?app=mfe-ledger');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="audit.csv"');
  const [head, lock, change, publish, ...more] = body.split('\r\n');
  expect(head).toBe('number,at,by,kind,sentence,hash');
  expect(lock).toMatch(
    /^"5","[^"]+","'=maria","lock","'=maria locked mfe-ledger in production: Freeze, ""for now""","[0-9a-f]{64}"$/,
  );
  expect(change).toContain(
    '"house promoted aaaaaaa of shell and bbbbbbb of mfe-ledger to production: the beginning"',
  );
  expect(publish).toContain('"house published bbbbbbb of mfe-ledger"');
  expect(more).toEqual(['']);
});

it('is exported as one JSON document a line, from a number on', async () => {
  const { headers, body } = await ask('/v1/audit/export?format=ndjson&before=3');
  expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  const lines = body.split('\n').filter((line) => line !== '');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { sequence: 2, action: 'publish', sentence: 'house published aaaaaaa of shell' },
    { sequence: 1, action: 'token-create', sentence: 'house made the token =maria, manager' },
  ]);
});

it('is exported to nobody who is unknown', async () => {
  expect((await admin.server.inject('/v1/audit/export')).statusCode).toBe(401);
});

it('says where it ends, of a log that goes on', async () => {
  const server = Fastify();
  server.setValidatorCompiler(readByValibot);
  // Counts down from its last number, and writes nothing that would be long to tell.
  const audit: Pick<Registry['audit'], 'entries'> = {
    entries: async ({ before = 100_002, limit }) =>
      Array.from({ length: Math.min(limit, before - 1) }, (_none, index) => ({
        ...{ sequence: before - 1 - index, at: '2026-11-21T03:00:00.000Z', by: 'ana' },
        ...{ action: 'sign-in', detail: {}, previousHash: '', hash: '' },
      })),
  };
  auditExportCall(server, { registry: { audit, builds: async () => [] } });
  const lastOf = async (query: string) => {
    const { body } = await server.inject(`/v1/audit/export${query}`);
    return body.trimEnd().split('\n').at(-1)?.trimEnd();
  };
  const says = 'This file ends after 100000 entries. It goes on with before=2.';
  expect(await lastOf('?format=ndjson')).toBe(JSON.stringify({ before: 2, says }));
  expect(await lastOf('')).toBe(`"","","","","${says}",""`);
  expect(await lastOf('?before=100001')).toMatch(/^"1",/);
  await server.close();
});
