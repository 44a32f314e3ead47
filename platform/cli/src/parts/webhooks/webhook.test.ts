import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { runHere } from '../../release.testing.ts';
import { openStock, type Stock } from '../../stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock({ tellsApps: true });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => stock.house.close());

it('is set by a manager, shown to the team without its address, and removed', async () => {
  const why = ['--reason', 'their chat'];
  const url = 'https://127.0.0.1:9/services/a-secret-path';
  const set = await stock.here('webhook', 'set', 'mfe-note', url, ...why);
  expect(set.out).toMatch(/^tsw_[\w-]{43}$/);
  expect(set.err).toContain('mfe-note is told at https://127.0.0.1:9.');
  expect(set.err).not.toContain('a-secret-path');
  const secret = await stock.token('note-ci', '--app', 'mfe-note');
  const team = { variables: { RELEASE_TOKEN: secret } };
  const shown = await runHere(stock.house, ['webhook', 'mfe-note'], team);
  expect(shown.out).toMatch(
    /^mfe-note is told at https:\/\/127\.0\.0\.1:9, set \d+ \w+ ago by \S.*: it has taken nothing yet\.$/,
  );
  const refused = ['webhook', 'set', 'mfe-note', url, ...why];
  expect((await runHere(stock.house, refused, team)).code).toBe(4);
  await stock.here('webhook', 'remove', 'mfe-note', ...why);
  expect(await stock.document('webhook', 'mfe-note')).toMatchObject({ code: 0, webhook: null });
});

it('says how often it was told in vain', async () => {
  // After ten seconds it would be tried a second time.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close().closeAllConnections());
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const why = ['--reason', 'their chat'];
  await stock.here('webhook', 'set', 'mfe-other', `http://127.0.0.1:${port}/`, ...why);
  await stock.newChannel();
  await expect
    .poll(async () => (await stock.here('webhook', 'mfe-other')).out)
    .toMatch(/: it has taken nothing yet; 1 notice waits, tried 1 time\.$/);
});

it.each([
  ['http://hooks.example/a-secret', 'must be https, or on this machine'],
  ['https://me:a-secret@hooks.example/', 'may hold no name, password or fragment'],
  ['a-secret', 'is not an address such as https://hooks.example/notes'],
])('%s is refused, and not repeated', async (url, problem) => {
  const refused = await stock.here('webhook', 'set', 'mfe-note', url, '--reason', 'their chat');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(`the address ${problem}`);
  expect(refused.err).not.toContain('a-secret');
});
