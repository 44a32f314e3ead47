import { expect, it } from 'vitest';
import { readAnswers } from './answers.ts';

const plain = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc';
const none = 'HTTP/1.1 204 No Content\r\n\r\n';
const chunked =
  'HTTP/1.1 503 Busy\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';

it.each([1, 2, 7, 1_000])('reads answers that come in pieces of %d bytes', (size) => {
  const told: string[] = [];
  const read = readAnswers({ head: (status) => told.push(status), end: () => told.push('end') });
  const all = Buffer.from(plain + none + plain + chunked);
  for (let at = 0; at < all.length; at += size) read(all.subarray(at, at + size));
  expect(told).toEqual(['200', 'end', '204', 'end', '200', 'end', '503', 'end']);
});
