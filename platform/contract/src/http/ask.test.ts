import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import * as v from 'valibot';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { ask } from './ask.ts';
import { askJson, readJson } from './ask-json.ts';
import { askStatus, askWhole } from './ask-whole.ts';

afterEach(() => vi.restoreAllMocks());

const limits = { timeoutMs: 60_000, maxBytes: 100 };
const breadSchema = v.object({ bread: v.object({ kind: v.string() }) });

/** The address of a server that answers so. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const says = (status: number, body: string) =>
  serving((_, response) => response.writeHead(status).end(body));

it('answers what a schema describes', async () => {
  const address = await says(200, '{"bread":{"kind":"rye"},"more":1}');
  expect(await askJson(address, breadSchema, limits)).toEqual({
    ok: true,
    value: { bread: { kind: 'rye' } },
  });
});

it.each([
  ['a refusal', 403, '{"bread":{"kind":"rye"}}', 'refused', 'status 403'],
  ['no JSON', 200, '<h1>Welcome</h1>', 'not-json', 'it is no JSON'],
  [
    'other JSON',
    200,
    '{"bread":{"kind":7}}',
    'not-as-promised',
    'bread.kind: Invalid type: Expected string but received 7',
  ],
  [
    'nothing',
    200,
    '',
    'not-as-promised',
    'the whole: Invalid type: Expected Object but received null',
  ],
  ['too much', 200, 'x'.repeat(101), 'oversize', 'more than 100 bytes'],
])('says of %s what it is', async (_what, status, body, code, problem) => {
  const asked = await askJson(await says(status, body), breadSchema, limits);
  expect(asked).toMatchObject({ ok: false, code, problem });
});

it('has the body of a refusal', async () => {
  const asked = await askWhole(await says(409, '{"code":"taken"}'), limits);
  const answer = asked.ok ? asked.value : undefined;
  expect([answer?.status, answer?.isSuccess, answer?.text()]).toEqual([
    409,
    false,
    '{"code":"taken"}',
  ]);
});

it('takes as many bytes as the caller does, and knows where they came from', async () => {
  const address = await serving(({ url }, response) =>
    url === '/'
      ? response.writeHead(302, { location: '/bread' }).end()
      : response.setHeader('x-kind', 'rye').end('x'.repeat(100)),
  );
  const asked = await askWhole(address, limits);
  expect(asked).toMatchObject({
    ok: true,
    value: { status: 200, isSuccess: true, url: `${address}/bread` },
  });
  const answer = asked.ok ? asked.value : undefined;
  expect([answer?.bytes.byteLength, answer?.headers.get('x-kind')]).toEqual([100, 'rye']);
});

it('does not wait for a body that nobody reads', async () => {
  const address = await serving((_, response) => void response.writeHead(503).write('{'));
  expect(await askStatus(address, limits)).toEqual({
    ok: true,
    value: { status: 503, isSuccess: false },
  });
});

it('tells a server that is not there from one that breaks off', async () => {
  const address = await serving(({ socket }) => void socket.destroy());
  expect(await askStatus(address, limits)).toMatchObject({
    code: 'lost',
    reason: 'UND_ERR_SOCKET',
  });
  const cut = await serving(({ socket }, response) => {
    response.write('{', () => socket.destroy());
  });
  expect(await askWhole(cut, limits)).toMatchObject({ code: 'lost' });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gone = server.address();
  server.close();
  await once(server, 'close');
  const nowhere = `http://127.0.0.1:${typeof gone === 'object' ? gone?.port : 0}`;
  expect(await askStatus(nowhere, limits)).toMatchObject({
    code: 'unreachable',
    reason: 'ECONNREFUSED',
  });
});

it('says of a server without TLS that it answers, and not by https', async () => {
  const address = (await says(200, '')).replace('http:', 'https:');
  expect(await askStatus(address, limits)).toMatchObject({
    code: 'unreachable',
    problem: 'it answers, and not by https: is it http://?',
  });
});

it('says in words what has no code, as browsers say all', async () => {
  const address = await serving((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  );
  expect(await askStatus(address, { ...limits, redirect: 'error' })).toEqual({
    ok: false,
    code: 'lost',
    problem: 'unexpected redirect',
    reason: '',
  });
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await askStatus(address, limits)).toMatchObject({
    code: 'lost',
    problem: 'Failed to fetch',
  });
});

it('ends with the limit of time, in the middle of an answer as well', async () => {
  const address = await serving((_, response) => void response.writeHead(200).write('{'));
  const late = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const asked = ask(address, { timeoutMs: 2_000 }, async (response) => {
    late.abort();
    return await response.text();
  });
  expect(await asked).toMatchObject({
    ok: false,
    code: 'timed-out',
    problem: 'no answer within 2 s',
  });
});

it('ends with the caller', async () => {
  const end = new AbortController();
  const address = await serving(() => end.abort());
  const asked = await askStatus(address, { ...limits, signal: end.signal });
  expect(asked).toMatchObject({ ok: false, code: 'aborted' });
});

it('reads values as a reviver has them', () => {
  const read = readJson('{"bread":{"kind":"rye"}}', breadSchema, (_key, value) =>
    typeof value === 'string' ? value.toUpperCase() : value,
  );
  expect(read).toEqual({ ok: true, value: { bread: { kind: 'RYE' } } });
  expect(readJson('', v.null())).toEqual({ ok: true, value: null });
});
