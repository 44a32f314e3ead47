import { expect, it } from 'vitest';
import { type Line, splitLines } from './lines.ts';

async function split(chunks: (string | number[])[], limit?: number): Promise<Line[]> {
  const bytes = async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  };
  const lines: Line[] = [];
  for await (const line of splitLines(bytes(), limit)) lines.push(line);
  return lines;
}

it('numbers lines from 1, whatever the chunks', async () => {
  const expected = [
    { number: 1, text: 'one' },
    { number: 2, text: '' },
    { number: 3, text: 'three' },
  ];
  expect(await split(['one\n\nthree\n'])).toEqual(expected);
  expect(await split(['o', 'ne', '\n', '\nth', 'ree'])).toEqual(expected);
});

it('takes Windows line ends and a byte order mark', async () => {
  expect(await split([[0xef, 0xbb, 0xbf], 'one\r\ntwo\r\n'])).toEqual([
    { number: 1, text: 'one' },
    { number: 2, text: 'two' },
  ]);
});

it('puts characters together that fall between two chunks', async () => {
  const bytes = [...Buffer.from('Søren\n')];
  expect(await split([bytes.slice(0, 2), bytes.slice(2)])).toEqual([{ number: 1, text: 'Søren' }]);
});

it('names a line that is too long and reads on after it', async () => {
  expect(await split(['12345\n1234', '56\n', '12\n', '123456'], 5)).toEqual([
    { number: 1, text: '12345' },
    { number: 2, problem: 'is longer than 5 bytes' },
    { number: 3, text: '12' },
    { number: 4, problem: 'is longer than 5 bytes' },
  ]);
});

it('names a line that is not UTF-8 and reads on after it', async () => {
  expect(await split([[0xff, 0x0a], 'fine'])).toEqual([
    { number: 1, problem: 'is not UTF-8 text' },
    { number: 2, text: 'fine' },
  ]);
});

it('finds no lines in nothing', async () => {
  expect(await split([])).toEqual([]);
});
