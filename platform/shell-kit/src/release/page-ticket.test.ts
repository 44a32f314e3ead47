import { expect, it, vi } from 'vitest';
import { takePageTicket } from './page-ticket.ts';

const issued = 'issued.mfe-a.7.abc.nonce.mac';

/** A site that answers when the test says so. */
function site() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const send = vi.fn<typeof fetch>(() => promise);
  return {
    send,
    answer: (text: string, status = 200) =>
      resolve(new Response(status === 204 ? null : text, { status })),
  };
}

it('is exchanged at once, and reported by from then on', async () => {
  const { send, answer } = site();
  const ticket = takePageTicket(issued, send);
  expect(send).toHaveBeenCalledWith('/releases/tickets', expect.objectContaining({ body: issued }));
  expect(ticket.current()).toBeUndefined();
  answer('kept');
  await expect.poll(ticket.current).toBe('kept');
  ticket.beforeCodeOf('mfe-a');
  expect(ticket.current()).toBe('kept');
});

it('ends before code of another remote runs, for good', async () => {
  const { send, answer } = site();
  const ticket = takePageTicket(issued, send);
  answer('kept');
  await expect.poll(ticket.current).toBe('kept');
  ticket.beforeCodeOf('mfe-b');
  ticket.beforeCodeOf('mfe-a');
  expect(ticket.current()).toBeNull();
});

it('is not read where that code was faster', async () => {
  const { send } = site();
  const read = vi.fn(async () => 'kept');
  const answer = Object.assign(new Response('kept'), { text: read });
  send.mockResolvedValue(answer);
  const ticket = takePageTicket(issued, send);
  ticket.beforeCodeOf('mfe-b');
  await send.mock.results[0]?.value;
  expect(read).not.toHaveBeenCalled();
  expect(ticket.current()).toBeNull();
});

it.each([
  ['the site does not take it', '', 204],
  ['there is none', null, 200],
])('is none where %s', async (_why, given, status) => {
  const { send, answer } = site();
  answer('no', status);
  const ticket = takePageTicket(given, send);
  await expect.poll(ticket.current).toBeNull();
});

it('is none where the site does not answer', async () => {
  const { send } = site();
  send.mockRejectedValue(new TypeError('no connection'));
  await expect.poll(takePageTicket(issued, send).current).toBeNull();
});
