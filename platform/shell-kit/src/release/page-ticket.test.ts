// @vitest-environment jsdom
import { createManualClock } from '@tallystick/timing/manual-clock';
import { expect, it, vi } from 'vitest';
import { takePageTicket } from './page-ticket.ts';

const issued = 'issued.mfe-a.7.abc.nonce.mac';

/** A site that answers when the test says so. */
function site() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const send = vi.fn<typeof fetch>(() => promise);
  const { clock, advance } = createManualClock();
  const sendLast = vi.fn();
  return {
    ...{ send, sendLast, advance, parts: { send, sendLast, clock } },
    answer: (text: string, status = 200) =>
      resolve(new Response(status === 204 ? null : text, { status })),
  };
}

it('is exchanged at once, and reported by from then on', async () => {
  const { send, parts, answer } = site();
  const ticket = takePageTicket(issued, parts);
  expect(send).toHaveBeenCalledWith('/releases/tickets', expect.objectContaining({ body: issued }));
  expect(ticket.current()).toBeUndefined();
  answer('kept');
  await expect.poll(ticket.current).toBe('kept');
  ticket.beforeCodeOf('mfe-a');
  expect(ticket.current()).toBe('kept');
});

it('ends before code of another remote runs, for good', async () => {
  const { parts, answer } = site();
  const ticket = takePageTicket(issued, parts);
  answer('kept');
  await expect.poll(ticket.current).toBe('kept');
  ticket.beforeCodeOf('mfe-b');
  ticket.beforeCodeOf('mfe-a');
  expect(ticket.current()).toBeNull();
});

it('is not read where that code was faster', async () => {
  const { send, parts } = site();
  const read = vi.fn(async () => 'kept');
  const answer = Object.assign(new Response('kept'), { text: read });
  send.mockResolvedValue(answer);
  const ticket = takePageTicket(issued, parts);
  ticket.beforeCodeOf('mfe-b');
  await send.mock.results[0]?.value;
  expect(read).not.toHaveBeenCalled();
  expect(ticket.current()).toBeNull();
});

it.each([
  ['the site does not take it', '', 204],
  ['there is none', null, 200],
])('is none where %s', async (_why, given, status) => {
  const { parts, answer } = site();
  answer('no', status);
  const ticket = takePageTicket(given, parts);
  await expect.poll(ticket.current).toBeNull();
});

it('is none where the site does not answer', async () => {
  const { send, parts } = site();
  send.mockRejectedValue(new TypeError('no connection'));
  await expect.poll(takePageTicket(issued, parts).current).toBeNull();
});

const leaves = () => dispatchEvent(new Event('pagehide'));
const hides = () => document.dispatchEvent(new Event('visibilitychange'));

it.each<[string, (page: ReturnType<typeof site>) => unknown]>([
  ['goes', leaves],
  ['is hidden', hides],
  ['has not reported for long', ({ advance }) => advance(10_000)],
])('tells once that the page runs, where that %s', (_what, happens) => {
  const page = site();
  takePageTicket(issued, page.parts);
  page.advance(9_999);
  expect(page.sendLast).not.toHaveBeenCalled();
  happens(page);
  leaves();
  hides();
  page.advance(10_000);
  expect(page.sendLast.mock.calls).toEqual([['/releases/runs', issued]]);
});

it('tells that the page runs before code of another remote, which may never end', () => {
  const page = site();
  const ticket = takePageTicket(issued, page.parts);
  ticket.beforeCodeOf('mfe-a');
  expect(page.sendLast).not.toHaveBeenCalled();
  ticket.beforeCodeOf('mfe-b');
  expect(page.sendLast).toHaveBeenCalledWith('/releases/runs', issued);
});

it.each([
  ['reports', issued],
  ['has none', null],
])('tells nothing more of a page that %s', (_what, given) => {
  const page = site();
  takePageTicket(given, page.parts).reports();
  leaves();
  page.advance(10_000);
  expect(page.sendLast).not.toHaveBeenCalled();
});
