import { expect, it } from 'vitest';
import { openTickets } from './tickets.ts';

const target = { channel: 'production', revision: 7 };

it('redeems a ticket once', () => {
  const tickets = openTickets();
  const ticket = tickets.issue(target);
  expect(tickets.redeem(ticket)).toEqual(target);
  expect(tickets.redeem(ticket)).toBeNull();
});

it('redeems nothing that it has not issued', () => {
  const tickets = openTickets();
  tickets.issue(target);
  expect(tickets.redeem('')).toBeNull();
  expect(tickets.redeem('x'.repeat(43))).toBeNull();
});

it('forgets a ticket after a minute', () => {
  let time = 1_000_000;
  const tickets = openTickets(() => time);
  const [early, late] = [tickets.issue(target), tickets.issue(target)];
  time += 59_999;
  expect(tickets.redeem(early)).toEqual(target);
  time += 1;
  expect(tickets.redeem(late)).toBeNull();
});

it('keeps the newest thousand', () => {
  const tickets = openTickets();
  const issued = Array.from({ length: 1_001 }, () => tickets.issue(target));
  expect(tickets.redeem(issued[0] ?? '')).toBeNull();
  expect(tickets.redeem(issued[1] ?? '')).toEqual(target);
  expect(tickets.redeem(issued[1_000] ?? '')).toEqual(target);
});
