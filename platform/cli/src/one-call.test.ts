import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { runHere } from './release.testing.ts';
import { noteOne, noteTwo, openStock, otherTwo, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => stock.house.close());

/** Runs a command; answers its exit code, and what it asked the registry. */
async function asked(words: readonly string[], said?: string) {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const ask = said === undefined ? null : async () => said;
  const { code } = await runHere(stock.house, words, { ask });
  const requests = fetched.mock.calls.map(
    ([url, { method = 'GET' } = {}]) => `${method} ${new URL(String(url)).pathname}`,
  );
  fetched.mockRestore();
  return { code, requests };
}

/** A channel in which the second build of a remote is live, and that of the other a canary. */
async function tried(): Promise<string> {
  const channel = await stock.newChannel();
  const reason = 'the second';
  await stock.change(channel, { kind: 'promote', builds: { 'mfe-note': noteTwo }, reason });
  const builds = { 'mfe-other': otherTwo };
  await stock.change(channel, { kind: 'canary', builds, percent: 5, reason });
  return channel;
}

it.each([
  [['promote', 'mfe-note@1.0.0']],
  [['promote', 'mfe-note@1.0.0', 'mfe-other']],
  [['promote', 'mfe-other', '--percent', '20']],
  [['promote', 'mfe-note@1.0.0', '--dry-run']],
  [['rollback', 'mfe-note']],
  [['rollback', 'mfe-note', '--to', '1.0.0']],
  [['rollback', '--revision', '2']],
  [['abort', 'mfe-other']],
  [['remove', 'mfe-other']],
])('(%j) is one call', async (words) => {
  const channel = await tried();
  expect(await asked([...words, '--reason', 'one call', '--channel', channel])).toEqual({
    code: 0,
    requests: [`POST /v1/channels/${channel}/changes`],
  });
});

it('so is to take what is live in another channel', async () => {
  const [from, channel] = [await tried(), await stock.newChannel()];
  expect(
    await asked(['promote', '--from', from, '--reason', 'tried', '--channel', channel]),
  ).toEqual({
    code: 0,
    requests: [`POST /v1/channels/${channel}/changes`],
  });
});

it('so is a resume, by a version', async () => {
  const channel = await tried();
  const to = ['--reason', 'one call', '--channel', channel];
  await stock.here('abort', 'mfe-other', '--recall', ...to);
  expect(await asked(['resume', 'mfe-other@2.0.0', ...to])).toEqual({
    code: 0,
    requests: [`POST /v1/channels/${channel}/changes`],
  });
});

it('what a person confirms takes two: what would be, and that', async () => {
  const channel = await tried();
  const call = `POST /v1/channels/${channel}/changes`;
  const words = ['promote', 'mfe-note@1.0.0', '--channel', channel];
  expect(await asked(words, 'it looks good')).toEqual({ code: 0, requests: [call, call] });
  expect(await stock.current(channel)).toMatchObject({
    revision: 4,
    builds: { 'mfe-note': noteOne },
    reason: 'it looks good',
  });
});
