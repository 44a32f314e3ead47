import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { writeApp } from './release.testing.ts';
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

it('a file may take as long as the server waits for one, and is sent once', async () => {
  const folder = await writeApp(stock.house, 'mfe-slow', '1.0.0-515151515151');
  const given = outlast(300_000);
  expect((await stock.here('publish', folder)).err).toContain('has not answered within 300 s.');
  const files = given().filter((limit) => limit === 300_000);
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(7);
});
