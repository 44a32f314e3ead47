import { afterEach, describe, expect, it, vi } from 'vitest';
import { openAdmin } from './admin.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const admin = openAdmin(() => {});

/** The registry, or what stands before it, answers so. */
function answers(status: number, body: string): void {
  vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    return new Response(body, { status });
  });
}

const page = '<h1>502 Bad Gateway</h1>';

describe('an answer that is no success', () => {
  it.each([
    ['of a limit', 429, '{"code":429,"error":"Wait a minute."}', 'limited', 'Wait a minute.'],
    ['of a busy server', 503, '{"code":503,"error":"Try again."}', 'unavailable', 'Try again.'],
    ['of a proxy without a server', 502, page, 'unavailable', 'The registry does not answer.'],
    ['of something else', 404, page, 'unreadable', 'The registry’s response was not understood'],
  ])('%s is told as what it is', async (_what, status, body, code, problem) => {
    answers(status, body);
    const told = { ok: false, code, problem: expect.stringContaining(problem) };
    expect(await admin.channels()).toEqual(told);
  });
});

it('says of a change that is not answered that it may be done, and of no more than that', async () => {
  answers(502, page);
  const asked = await admin.lock('production', 'mfe-ledger', 'Under investigation');
  expect(asked).toMatchObject({ ok: false, code: 'unavailable' });
  expect(asked).toHaveProperty(
    'problem',
    expect.stringContaining('The change may or may not have been made'),
  );
});

it('waits for the whole history longer than for anything else', async () => {
  const whole = { ok: true, entries: 1, revisions: 1, head: '0', problems: [], advice: [] };
  answers(200, JSON.stringify(whole));
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) =>
    limit > 60_000 ? new AbortController().signal : AbortSignal.abort(),
  );
  expect(await admin.verify()).toEqual({ ok: true, value: whole });
  expect(await admin.channels()).toMatchObject({ ok: false, code: 'offline' });
});
