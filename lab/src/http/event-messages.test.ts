import { expect, it } from 'vitest';
import { eventMessages } from './event-messages.ts';

const stream = ':\n\ndata: one\n\nevent: error\ndata: two\n\ndata: not whole';

it.each([1, 2, 7, 1_000])('tells messages that come in pieces of %d characters', async (size) => {
  const pieces = async function* () {
    for (let at = 0; at < stream.length; at += size) yield stream.slice(at, at + size);
  };
  const told: string[] = [];
  for await (const message of eventMessages(pieces())) told.push(message);
  expect(told).toEqual([':', 'data: one', 'event: error\ndata: two']);
});
