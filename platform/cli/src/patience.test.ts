import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { runHere, writeApp } from './release.testing.ts';
import { openStock, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => stock.house.close());

/** Requests that may take so long or longer end at once, as if that had passed; answers what each may take. */
function outlast(milliseconds: number): () => number[] {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const given = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    const over = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    return limit < milliseconds ? timeout(limit) : AbortSignal.abort(over);
  });
  return () => given.mock.calls.map(([limit]) => limit);
}

it.each([
  ['whoami', 60_000, '60 s. It is busy, or the line slow: try again later.'],
  ['verify', 300_000, '300 s. It is busy, or the line slow: try again later.'],
  ['gc', 300_000, '300 s: it may have been done or not. Look at the status before you try again.'],
])('%s is not asked again when time is up', async (verb, limit, says) => {
  const given = outlast(limit);
  const url = `http://127.0.0.1:${stock.house.variables.ADMIN_PORT}`;
  expect(await stock.here(verb)).toEqual({
    code: 5,
    out: '',
    err: `release: ${url} has not answered within ${says}`,
  });
  expect(given()).toEqual([limit]);
});

/** What the command says of a server that does so with each request, and how many there were. */
async function askOne(answer: RequestListener, ...words: string[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const variables = { RELEASE_URL: `http://127.0.0.1:${port}`, RELEASE_TOKEN: 'x' };
  const { code, err } = await runHere(stock.house, words, { variables });
  server.close();
  return { code, asked, err: err.replaceAll(variables.RELEASE_URL, 'URL') };
}

it('a change whose answer is lost is not made twice', async () => {
  const removing = ['webhook', 'remove', 'mfe-note', '--reason', 'gone'];
  expect(await askOne(({ socket }) => socket.destroy(), ...removing)).toEqual({
    code: 5,
    asked: 1,
    err: expect.stringMatching(
      /^release: The answer of URL was lost \(UND_ERR_SOCKET\): it may have been done or not\./,
    ),
  });
});

it('a server that breaks off is there, whatever ails it', async () => {
  expect(await askOne(({ socket }) => socket.destroy(), 'whoami')).toEqual({
    code: 5,
    asked: 3,
    err: 'release: URL broke off without an answer (UND_ERR_SOCKET). Try again in a moment.',
  });
});

it('a registry that cannot answer is said to be so, and once what to do', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const channel = stock.house.registry.channel('production');
  vi.spyOn(stock.house.registry, 'channel').mockReturnValue({
    ...channel,
    board: () => Promise.reject(new Error('gone')),
  });
  expect(await stock.here('status')).toEqual({
    code: 5,
    out: '',
    err: 'release: The registry is unavailable right now. Try again in a moment.',
  });
});

it('a server that sends elsewhere answers, but is not the admin API', async () => {
  const elsewhere: RequestListener = (_, response) =>
    response.writeHead(302, { location: 'https://sign-in.example/' }).end();
  expect(await askOne(elsewhere, 'whoami')).toEqual({
    code: 5,
    asked: 1,
    err: 'release: URL answers with status 302, and not as the admin API does. Is RELEASE_URL right?',
  });
});

it.each([
  [429, 4],
  [503, 5],
])(
  'a limit of a server of before, which answers with %i as the code, is no fault of the words',
  async (status, code) => {
    const busy: RequestListener = (_, response) =>
      response.writeHead(status).end(JSON.stringify({ code: status, error: 'Too much at once.' }));
    const err = expect.stringMatching(/^release: Too much at once\./);
    expect(await askOne(busy, 'whoami')).toEqual({ code, asked: 1, err });
  },
);

it('what was never sent has not been done', async () => {
  const cause = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
  expect((await stock.here('console')).err).toMatch(
    /^release: Nothing answers at http:\S+ \(ENOTFOUND\)\./,
  );
});

it('a file may take as long as the server waits for one, and is sent once', async () => {
  const folder = await writeApp(stock.house, 'mfe-slow', '1.0.0-515151515151');
  const given = outlast(300_000);
  expect((await stock.here('publish', folder)).err).toContain('has not answered within 300 s.');
  const files = given().filter((limit) => limit === 300_000);
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(7);
});

it('a registry that has no such call is said to be of another version', async () => {
  const lacking: RequestListener = (_, response) =>
    response.writeHead(404).end('{"code":"no-call","error":"This call does not exist."}');
  expect(await askOne(lacking, 'promote', 'mfe-note', '--reason', 'totals')).toEqual({
    code: 1,
    asked: 1,
    err: 'release: This call does not exist. Is the registry the same version, with the same parts?',
  });
});
